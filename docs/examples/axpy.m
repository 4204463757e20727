% axpy: y := alpha x + y.
1;

function s = set_up(bench)
  s.x = benchmat("fill", bench.size);
  s.y = benchmat("fill", bench.size);
end

function s = call(s)
  s.y = 0.7390851332151607 * s.x + s.y;
end

benchmat("axpy", @set_up, @call, @(s) {s.y});
