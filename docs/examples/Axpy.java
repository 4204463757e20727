// axpy: y := alpha x + y.
import java.util.Map;

public class Axpy {
    static void axpy(Benchmat bench) {
        double[] x = bench.fill(bench.size), y = bench.fill(bench.size);
        bench.output(y);
        bench.call(() -> {
            for (int i = 0; i < x.length; i++)
                y[i] += 0.7390851332151607 * x[i];
        });
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.serve(Map.of("axpy", Axpy::axpy));
    }
}
