// memory: gets an array of n numbers and writes each of them; the garbage collector gets it back.
import java.util.Map;

public class Memory {
    static double touch(int size) {
        double[] numbers = new double[size];
        for (int i = 0; i < size; i++)
            numbers[i] = i;
        return numbers[size - 1];
    }

    static void memory(Benchmat bench) {
        double[] result = new double[1];
        bench.output(result);
        bench.call(() -> result[0] = touch(bench.size));
    }

    public static void main(String[] arguments) throws Exception {
        Benchmat.serve(Map.of("memory", Memory::memory));
    }
}
