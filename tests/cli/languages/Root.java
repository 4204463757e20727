import java.util.Map;

/** root of root.c: leaves its result in an array, or as "returned" returns it. */
public class Root {
    static double root(double x) {
        return Math.sqrt(1 / (x + Math.sqrt(x)));
    }

    static void store(Benchmat bench) {
        double x = 2 + bench.fill(1)[0];
        double[] result = new double[1];
        bench.output(result);
        bench.call(() -> {
            result[0] = root(x);
        });
    }

    static void give(Benchmat bench) {
        double x = 2 + bench.fill(1)[0];
        bench.output(new double[] {root(x)});
        bench.call(() -> root(x));
    }

    public static void main(String[] arguments) throws Exception {
        boolean isReturned = arguments[0].equals("returned");
        Benchmat.serve(Map.of("root", isReturned ? Root::give : Root::store));
    }
}
