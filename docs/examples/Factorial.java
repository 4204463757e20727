// factorial: the product 1 2 3 ... number, by a loop.
import java.util.Map;

public class Factorial {
    static double product(int number) {
        double product = 1;
        for (int i = 2; i <= number; i++)
            product *= i;
        return product;
    }

    static void factorial(Benchmat bench) {
        int number = bench.parameters.get("number").intValue();
        double[] result = new double[1];
        bench.output(result);
        bench.call(() -> result[0] = product(number));
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.serve(Map.of("factorial", Factorial::factorial));
    }
}
