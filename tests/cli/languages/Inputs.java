import java.util.Map;

public class Inputs {
    static void inputs(Benchmat bench) {
        double[] x = bench.fill(bench.size), y = bench.fill(bench.size + 1);
        bench.output(x);
        bench.output(y);
        bench.output(new double[] {1 / 0.0, -1 / 0.0, 0 / 0.0, 1 / 0.0, -1 / 0.0, 0 / 0.0});
        bench.call(y, fresh -> fresh[0] += 1);
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.types = "sdcz";
        Benchmat.serve(Map.of("inputs", Inputs::inputs));
    }
}
