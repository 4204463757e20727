// sort: each call sorts an array of its own.
import java.util.Arrays;
import java.util.Map;

public class Sort {
    static void sort(Benchmat bench) {
        double[] x = bench.fill(bench.size);
        bench.output(x);
        bench.call(x, Arrays::sort);
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.serve(Map.of("sort", Sort::sort));
    }
}
