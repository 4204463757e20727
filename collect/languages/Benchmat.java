// SPDX-License-Identifier: MIT
import java.io.*;
import java.lang.reflect.Array;
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

/**
 * Has functions in Java measured by bench-collect (docs/languages.md).
 *
 * <pre>
 * public class Axpy {
 *     static void axpy(Benchmat bench) {                    // called for each size and seed
 *         double[] x = bench.fill(bench.size);              // the very inputs of the C action
 *         double[] y = bench.fill(bench.size);
 *         bench.output(y);                                  // compared with the C action's
 *         bench.call(() -> { ... });                        // timed
 *     }
 *     public static void main(String[] arguments) throws Exception {
 *         Benchmat.serve(Map.of("axpy", Axpy::axpy));
 *     }
 * }
 * </pre>
 */
public class Benchmat {
    /** The types of numbers that the actions can do: "d": double, "s": single precision, ... */
    public static String types = "d";

    public final int size;
    public final char type;
    public final Map<String, Double> parameters = new HashMap<>();
    private final List<Object> outputs = new ArrayList<>();
    private final List<double[]> copies = new ArrayList<>(); // stay, to be used again
    private long state;
    private final AtomicReference<IntConsumer> timed = new AtomicReference<>();
    private final AtomicReference<Object> consumed = new AtomicReference<>();
    private final AtomicLong consumedBits = new AtomicLong();
    private double[] original, last;
    private static final long DRAWING = 10_000_000; // ns that other numbers for a run may take
    private final String[] words;
    private Consumer<Benchmat> setUp; // makes other numbers for each call; null: all get the same

    private Benchmat(String[] words) {
        this.words = words;
        size = Math.toIntExact(Long.parseLong(words[1]));
        state = Long.parseUnsignedLong(words[2]);
        type = words[3].charAt(0);
        for (int i = 4; i < words.length && words[i].contains("="); i++)
            parameters.put(words[i].split("=")[0], Double.valueOf(words[i].split("=")[1]));
    }

    /** The next numbers in [-1, 1), those of bench_fill of action.h; a complex one is two. */
    public double[] fill(int count) {
        int drop = type == 's' || type == 'c' ? 41 : 12; // the upper 23 or 52 bits are used
        double[] numbers = new double[type == 'c' || type == 'z' ? 2 * count : count];
        for (int i = 0; i < numbers.length; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            numbers[i] = Math.scalb((double)((state >>> drop) - (1L << 63 - drop)), drop - 63);
        }
        return numbers;
    }

    /** Declares an array, which calls leave their result in, an output, in the C action's order. */
    public void output(Object array) {
        outputs.add(array);
    }

    /** Has FUNCTION timed. */
    public void call(Runnable function) {
        timed.set(c -> function.run());
    }

    /** Has FUNCTION timed, and consumes what it returns. */
    public void call(DoubleSupplier function) {
        timed.set(c -> consume(function.getAsDouble()));
    }

    /** Has FUNCTION timed, and consumes what it returns. */
    public void call(LongSupplier function) {
        timed.set(c -> consume(function.getAsLong()));
    }

    /** Has FUNCTION timed, and consumes what it returns. */
    public void call(Supplier<?> function) {
        timed.set(c -> consume(function.get()));
    }

    /**
     * Has FUNCTION timed; here it gets a fresh copy of ORIGINAL at every call. Where calls are to get
     * other numbers, the function that sets up is called again for these.
     */
    public void call(double[] original, Consumer<double[]> function) {
        this.original = original;
        timed.set(c -> function.accept(copies.get(c)));
    }

    /** Takes RESULT, so that no compiler may leave out its calculation. */
    public void consume(double result) {
        consumedBits.setOpaque(Double.doubleToRawLongBits(result));
    }

    public void consume(long result) {
        consumedBits.setOpaque(result);
    }

    public void consume(Object result) {
        consumed.setOpaque(result);
    }

    /* What calls have copies of, in turn: one for each if there is time for so many. */
    private List<double[]> originals(int calls) {
        if (setUp == null)
            return List.of(original);
        var drawn = new ArrayList<double[]>();
        for (long begin = System.nanoTime(); drawn.size() < calls
            && (drawn.isEmpty() || System.nanoTime() - begin < DRAWING);) {
            var other = new Benchmat(words);
            other.state = state;
            setUp.accept(other);
            state = other.state;
            drawn.add(other.original);
        }
        return drawn;
    }

    /* Each turn reads anew what is called, so that no compiler may move its work out of the loop, or
     * do that of several calls at once. */
    private double run(int calls) {
        while (original != null && copies.size() < calls)
            copies.add(original.clone());
        var originals = original != null ? originals(calls) : null;
        for (int c = 0; original != null && c < calls; c++)
            System.arraycopy(originals.get(c % originals.size()), 0, last = copies.get(c), 0,
                original.length);
        long begin = System.nanoTime();
        for (int c = 0; c < calls; c++)
            timed.getOpaque().accept(c);
        return (System.nanoTime() - begin) * 1e-9;
    }

    private String numbers(int output) {
        Object given = outputs.get(output - 1), array = given == original ? last : given;
        var line = new StringBuilder("output " + Array.getLength(array));
        for (int i = 0; i < Array.getLength(array); i++)
            line.append(' ').append(array instanceof float[] ? (Object)Array.getDouble(array, i)
                                                             : Array.get(array, i));
        return line.toString();
    }

    /** Answers bench-collect until it ends. ACTIONS maps their names to functions that set up. */
    public static void serve(Map<String, Consumer<Benchmat>> actions) throws IOException {
        var requests = new BufferedReader(new FileReader("/dev/fd/3"));
        var answers = new FileOutputStream("/dev/fd/4");
        Consumer<Benchmat> action = null;
        Benchmat bench = null;
        for (String line; (line = requests.readLine()) != null && !line.equals("end");) {
            String[] words = line.split(" ");
            String answer = "ready";
            try {
                switch (words[0]) {
                case "hello" -> answer = "hello 1 " + System.getProperty("java.vm.name") + " "
                    + System.getProperty("java.version");
                case "describe" -> answer =
                    (action = actions.get(words[1])) == null ? "describe" : "describe " + types;
                case "setup" -> {
                    action.accept(bench = new Benchmat(words));
                    bench.setUp = words[words.length - 1].equals("fresh") ? action : null;
                    answer = bench.original != null ? "ready fresh" : "ready";
                }
                case "run" -> answer = "seconds " + bench.run(Integer.parseInt(words[1]));
                case "output" -> answer = bench.numbers(Integer.parseInt(words[1]));
                }
            } catch (Exception | Error error) { // whatever the program does wrong
                answer = "error " + error.toString().replaceAll("\\s+", " ");
            }
            answers.write((answer + "\n").getBytes());
        }
    }
}
