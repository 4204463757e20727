% SPDX-License-Identifier: GPL-3.0-or-later
% Prints what Octave's load finds in the MAT-files it is given, as mat_dump.h does, but in decimal.
1;
function dump_array(x)
  kind = class(x);
  if islogical(x) kind = 'logical'; end
  if ischar(x) && ~isempty(x)  % bytes of UTF-8
    x = typecast(unicode2native(x, 'UTF-16LE'), 'uint16');
  end
  printf('%s %s%s:', kind, strjoin(cellfun(@num2str, num2cell(size(x)), 'UniformOutput', false), 'x'), ...
         repmat(' complex', 1, isnumeric(x) && iscomplex(x)));
  if isstruct(x)
    printf(' %s', fieldnames(x){:});
    printf('\n');
    for k = 1:numel(x)
      cellfun(@dump_array, struct2cell(x(k)));
    end
  elseif iscell(x)
    printf('\n');
    cellfun(@dump_array, x);
  else
    if isa(x, 'int64') || isa(x, 'uint64')
      arrayfun(@(v) printf(' %s', strtrim(disp(v))), x);
    elseif numel(x)
      printf(' %.17g', double(real(x)));
      if iscomplex(x) printf(' %.17g', double(imag(x))); end
    end
    printf('\n');
  end
end
files = argv();
for f = 1:numel(files)
  printf('file %s\n', files{f});
  contents = load(files{f});
  for name = fieldnames(contents)'
    printf('variable %s\n', name{1});
    dump_array(contents.(name{1}));
  end
end
