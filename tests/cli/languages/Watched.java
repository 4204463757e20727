import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Functions that see what a compiler does with the loop that calls them. */
public class Watched {
    static final AtomicLong clock = new AtomicLong();

    /** How often the clock, which another thread moves on, is found at another time. */
    static void read(Benchmat bench) {
        long[] seen = new long[2];
        bench.output(seen);
        bench.call(() -> {
            long now = clock.getPlain();
            if (seen[1] != now) {
                seen[0]++;
                seen[1] = now;
            }
        });
    }

    static long allocated() {
        var threads = (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }

    /** The bytes that five million calls allocate for what they return. */
    static void make(Benchmat bench) {
        long[] calls = new long[1], bytes = new long[1];
        long begin = allocated();
        bench.output(bytes);
        bench.call(() -> {
            if (++calls[0] == 5000000)
                bytes[0] = allocated() - begin;
            return new double[2];
        });
    }

    public static void main(String[] arguments) throws Exception {
        var ticking = new Thread(() -> {
            for (;;)
                clock.incrementAndGet();
        });
        ticking.setDaemon(true);
        ticking.start();
        Benchmat.serve(Map.of("read", Watched::read, "make", Watched::make));
    }
}
