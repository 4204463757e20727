1;

function s = set_up(bench)
  s.x = benchmat("fill", bench.size);
  s.y = benchmat("fill", bench.size + 1);
end

function s = call(s)
  s.result = s.y;
  s.result(1) += 1;
end

benchmat("inputs", @set_up, @call, @(s) {s.x, s.result, [Inf, -Inf, NaN, Inf, -Inf, NaN]});
