// array2d: the sum of a square array, row by row.
import java.util.Map;

public class Array2d {
    static double sum(double[][] rows) {
        double sum = 0;
        for (double[] row : rows)
            for (double x : row)
                sum += x;
        return sum;
    }

    static void array2d(Benchmat bench) {
        double[][] rows = new double[bench.size][];
        for (int i = 0; i < rows.length; i++)
            rows[i] = bench.fill(bench.size);
        double[] result = new double[1];
        bench.output(result);
        bench.call(() -> result[0] = sum(rows));
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.serve(Map.of("array2d", Array2d::array2d));
    }
}
