// fibonacci: the number-th Fibonacci number, by a loop.
import java.util.Map;

public class Fibonacci {
    static long iterative(int number) {
        long a = 0, b = 1;
        for (int i = 0; i < number; i++) {
            long next = a + b;
            a = b;
            b = next;
        }
        return a;
    }

    static void fibonacci(Benchmat bench) {
        int number = bench.parameters.get("number").intValue();
        long[] result = new long[1];
        bench.output(result);
        bench.call(() -> result[0] = iterative(number));
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.serve(Map.of("fibonacci", Fibonacci::fibonacci));
    }
}
