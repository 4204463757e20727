% SPDX-License-Identifier: MIT
% benchmat: has functions in Octave measured by bench-collect (docs/languages.md).
%
%     1;
%     function s = set_up(bench)                 % called for each size and seed
%       s.x = benchmat("fill", bench.size);      % the very inputs of the C action, in its order
%       s.y = benchmat("fill", bench.size);
%     end
%     function s = call(s)                       % timed
%       s.y = ...;
%     end
%     benchmat("axpy", @set_up, @call, @(s) {s.y})   % the last: what is compared with the C outputs
%
% answers bench-collect until it ends; four more arguments are another action. BENCH has size, seed,
% type (always "d") and parameters, a struct. benchmat("fill", COUNT) is a column of the next COUNT
% numbers, uniform in [-1, 1), as bench_fill of action.h gives them.
function result = benchmat(varargin)
  if strcmp(varargin{1}, "fill")
    result = fill(varargin{2});
  else
    serve(reshape(varargin, 4, []));
  end
end

% The state is set by SEED, if there is one, and kept.
function numbers = fill(count, seed)
  persistent state
  if nargin > 1
    state = mod(floor(seed ./ 65536 .^ (0:3)), 65536);
  elseif count > 0
    s = next_states(state, count);
    state = s(end, :); % the upper 52 bits are used
    numbers = (s(:, 4) * 2^36 + s(:, 3) * 2^20 + s(:, 2) * 2^4 + floor(s(:, 1) / 4096) - 2^51) * 2^-51;
  else
    numbers = zeros(0, 1);
  end
end

% The next COUNT states after STATE: doubles their list, by as many steps in one as it is long.
function states = next_states(state, count)
  a = hex2dec(["7f2d"; "4c95"; "f42d"; "5851"])'; % 6364136223846793005
  c = hex2dec(["814f"; "f767"; "7b7e"; "1405"])'; % 1442695040888963407
  states = advance(state, a, c);
  while rows(states) < count
    states = [states; advance(states, a, c)];
    c = advance(c, a, c);
    a = advance(a, a, zeros(1, 4));
  end
  states = states(1:count, :);
end

% A times each of STATES, plus C, modulo 2^64. Each is a row of four parts of 16 bits, the lowest
% first; a double holds every sum here exactly.
function result = advance(states, a, c)
  result = zeros(size(states));
  carry = 0;
  for part = 1:4
    sums = carry + c(part) + states(:, 1:part) * a(part:-1:1)';
    result(:, part) = mod(sums, 65536);
    carry = floor(sums / 65536);
  end
end

function [seconds, s] = time_calls(call, s, calls)
  began = tic;
  for c = 1:calls
    s = call(s);
  end
  seconds = toc(began);
end

% Complex numbers are two each.
function line = format_numbers(numbers)
  numbers = numbers(:).';
  if iscomplex(numbers)
    numbers = [real(numbers); imag(numbers)](:).';
  end
  line = sprintf("output %d%s", numel(numbers), sprintf(" %.17g", numbers));
end

function serve(actions)
  requests = fopen("/dev/fd/3", "r");
  answers = fopen("/dev/fd/4", "w");
  % fgetl would wait for what follows the newline. Every builtin takes microseconds.
  while ! strcmp(request = fscanf(requests, "%[^\n]%*c", "C"), "end") && ! isempty(request)
    try
      if strncmp(request, "run ", 4)
        [seconds, state] = time_calls(action{3}, state, str2double(request(5:end)));
        fprintf(answers, "seconds %.9g\n", seconds);
        fflush(answers);
        continue
      end
      words = strsplit(request, " ");
      switch words{1}
        case "hello"
          line = ["hello 1 Octave " version()];
        case "describe"
          action = actions(:, strcmp(actions(1, :), words{2}));
          line = {"describe", "describe d"}{1 + ! isempty(action)};
        case "setup"
          bench = struct("size", str2double(words{2}), "seed", str2double(words{3}),
                         "type", words{4}, "parameters", struct());
          for i = 5:numel(words)
            pair = regexp(words{i}, "=", "split");
            bench.parameters.(pair{1}) = str2double(pair{2});
          end
          fill(0, bench.seed);
          state = action{2}(bench);
          line = "ready";
        case "output"
          line = format_numbers(action{4}(state){str2double(words{2})});
      end
    catch problem
      line = ["error " regexprep(problem.message, '\s+', " ")];
    end
    fprintf(answers, "%s\n", line);
    fflush(answers);
  end
end
