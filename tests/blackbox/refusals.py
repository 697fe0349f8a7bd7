"""Every error of schema 1: the contents of the file, the code, and the position."""

BANKS = '"banks":[{"id":"ram","capacity":"96"}]'


def problem(**fields):
    """A problem with one buffer whose fields, as JSON text, replace or add to the usual ones; None leaves one out."""
    usual = {"id": '"a"', "bytes": '"8"', "first": "0", "last": "1", "alignment": '"4"', "banks": '["ram"]'}
    body = ",".join(f'"{name}":{value}' for name, value in {**usual, **fields}.items() if value is not None)
    return '{"schema":1,%s,"buffers":[{%s}]}' % (BANKS, body)


def aliases(x="", y="", bytes_of_y="4", banks='["ram"]'):
    """A problem in schema 2 with the buffers `x` of 8 bytes and `y`, each with further fields as JSON text."""
    row = '{"id":"%s","bytes":"%s","first":0,"last":1,"alignment":"4","banks":%s%s}'
    rows = ",".join([row % ("x", "8", banks, x), row % ("y", bytes_of_y, '["ram"]', y)])
    return '{"schema":2,%s,"buffers":[%s]}' % (BANKS.replace("]", ',{"id":"tcm","capacity":"96"}]'), rows)


def alias(of, offset):
    return ',"alias":{"of":"%s","offset":"%s"}' % (of, offset)


AT_0 = ',"fixed_bank":"ram","fixed_offset":"0"'


def graph(tensors, steps):
    usual = {"bytes": '"8"', "alignment": '"1"', "banks": '["ram"]', "source": "false", "retain": "false"}
    def one(tensor):
        name, fields = tensor
        return "{%s}" % ",".join(f'"{k}":{v}' for k, v in {"id": f'"{name}"', **usual, **fields}.items())
    def step(index, lists):
        names = [",".join(f'"{name}"' for name in names) for names in lists]
        return '{"id":"s%d","inputs":[%s],"outputs":[%s],"scratch":[%s]}' % (index, *names)
    return '{"schema":1,%s,"tensors":[%s],"steps":[%s]}' % (
        BANKS, ",".join(map(one, tensors)), ",".join(step(i, s) for i, s in enumerate(steps)))


SOURCE = {"source": "true"}

PROBLEMS = [
    ("not-json", "pcm", "json-syntax"),
    ("empty file", "", "json-syntax"),
    ("cut off", problem()[:-1], "json-syntax"),
    ("comment", "// x\n" + problem(), "json-syntax"),
    ("trailing comma", problem()[:-1] + ",}", "json-syntax"),
    ("trailing data", problem() + "{}", "trailing-data"),
    ("second value", problem() + " 1", "trailing-data"),
    ("array", "[]", "wrong-type"),
    ("null", "null", "wrong-type"),
    ("deep arrays", "[" * 100000, "wrong-type"),
    ("deep nesting", problem(bytes="[" * 100000), "wrong-type"),
    ("deep objects", problem(bytes='{"a":' * 100000), "wrong-type"),
    ("unknown field", problem(extra="1"), "unknown-field"),
    ("unknown field at the top", problem()[:-1] + ',"steps2":1}', "unknown-field"),
    ("unknown field of a bank", problem().replace('"capacity"', '"align":"1","capacity"'), "unknown-field"),
    ("duplicate field", problem().replace('"first":0', '"first":0,"first":0'), "duplicate-field"),
    ("duplicate field, escaped", problem().replace('"first":0', '"first":0,"\\u0066irst":0'), "duplicate-field"),
    ("duplicate at the top", problem()[:-1] + ',"schema":1}', "duplicate-field"),
    ("duplicate in a bank", problem().replace('"capacity":"96"', '"capacity":"96","capacity":"96"'), "duplicate-field"),
    *[(f"missing {name}", problem(**{name: None}), "missing-field")
      for name in ("id", "bytes", "first", "last", "alignment", "banks")],
    ("no schema", "{%s,\"buffers\":[]}" % BANKS, "missing-field"),
    ("no buffers", '{"schema":1,%s}' % BANKS, "missing-field"),
    ("no banks", '{"schema":1,"buffers":[]}', "missing-field"),
    ("number for a string", problem(bytes="8"), "wrong-type"),
    ("string for a number", problem(first='"0"'), "wrong-type"),
    ("null bytes", problem(bytes="null"), "wrong-type"),
    ("boolean step", problem(first="false"), "wrong-type"),
    ("banks as a string", problem(banks='"ram"'), "wrong-type"),
    ("bank as a number", problem(banks="[1]"), "wrong-type"),
    ("id as a number", problem(id="7"), "wrong-type"),
    ("buffers as an object", '{"schema":1,%s,"buffers":{}}' % BANKS, "wrong-type"),
    ("buffer as an array", '{"schema":1,%s,"buffers":[[]]}' % BANKS, "wrong-type"),
    ("fixed offset as a number", problem(fixed_bank='"ram"', fixed_offset="0"), "wrong-type"),
    *[(f"decimal {value!r}", problem(bytes=f'"{value}"'), "not-decimal")
      for value in ("", "08", "00", "+8", "-8", "8.0", "8e0", " 8", "8 ", "0x8", "8_0", "\u0668", "eight")],
    ("fraction", problem(first="0.5"), "not-integer"),
    ("whole fraction", problem(first="1.0", last="1"), "not-integer"),
    ("exponent", problem(last="1e1"), "not-integer"),
    ("negative step", problem(first="-1"), "not-integer"),
    ("negative zero", problem(first="-0"), "not-integer"),
    ("leading zero of a step", problem(last="01"), "json-syntax"),
    ("plus sign of a step", problem(last="+1"), "json-syntax"),
    ("size 2^63", problem(bytes='"9223372036854775808"'), "out-of-range"),
    ("size 2^64", problem(bytes='"18446744073709551616"'), "out-of-range"),
    ("huge size", problem(bytes='"' + "9" * 400 + '"'), "out-of-range"),
    ("capacity 2^63", problem().replace('"96"', '"9223372036854775808"'), "out-of-range"),
    ("alignment 2^63", problem(alignment='"9223372036854775808"'), "out-of-range"),
    ("step 2^63", problem(last="9223372036854775808"), "out-of-range"),
    ("step 2^64", problem(last="18446744073709551616"), "out-of-range"),
    ("offset 2^63", problem(fixed_bank='"ram"', fixed_offset='"9223372036854775808"'), "out-of-range"),
    ("fixed end overflows", problem(fixed_bank='"ram"', fixed_offset='"9223372036854775804"'), "sum-overflow"),
    ("sum of sizes overflows",
     problem(bytes='"9223372036854775807"').replace("]}", "]},{%s}" % ",".join([
         '"id":"b"', '"bytes":"1"', '"first":9', '"last":9', '"alignment":"1"', '"banks":["ram"]']), 1),
     "sum-overflow"),
    ("schema 0", problem().replace('"schema":1', '"schema":0'), "wrong-schema"),
    ("schema 3", problem().replace('"schema":1', '"schema":3'), "wrong-schema"),
    ("weight in schema 1", problem(weight='"1"'), "unknown-field"),
    ("reserve in schema 1", problem().replace('"96"', '"96","reserve":"8"'), "unknown-field"),
    ("reserve above the capacity",
     problem().replace('"schema":1', '"schema":2').replace('"96"', '"96","reserve":"97"'), "out-of-range"),
    ("alias in schema 1", aliases(y=alias("x", 0)).replace('"schema":2', '"schema":1'), "unknown-field"),
    ("alias of nothing", aliases(y=alias("z", 0)), "unknown-buffer"),
    ("alias of itself", aliases(y=alias("y", 0)), "alias-cycle"),
    ("aliases of one another", aliases(x=alias("y", 0), y=alias("x", 0), bytes_of_y="8"), "alias-cycle"),
    ("alias beyond the end", aliases(y=alias("x", 8)), "alias-outside"),
    ("alias larger than its root", aliases(x=alias("y", 0)), "alias-outside"),
    ("alias at 2^63 - 1", aliases(y=alias("x", 2**63 - 1)), "alias-outside"),
    ("alias at 2^63", aliases(y=alias("x", 2**63)), "out-of-range"),
    ("alias of another kind", aliases(x=',"kind":"persistent"', y=alias("x", 0)), "alias-kind"),
    ("alias with a weight", aliases(y=alias("x", 0) + ',"weight":"1"'), "contradiction"),
    ("alias without a bank of its root", aliases(y=alias("x", 0), banks='["ram","tcm"]'), "alias-bank"),
    ("alias fixed in another bank", aliases(x=',"fixed_bank":"tcm"', y=alias("x", 0), banks='["ram","tcm"]'), "alias-bank"),
    ("alias fixed alone", aliases(y=alias("x", 4) + AT_0), "alias-fixed"),
    ("alias fixed elsewhere", aliases(x=AT_0, y=alias("x", 4) + AT_0), "alias-fixed"),
    ("alias misaligned", aliases(y=alias("x", 2)), "alias-misaligned"),
    ("alias as a text", aliases(y=',"alias":"x"'), "wrong-type"),
    ("alias, null", aliases(y=',"alias":null'), "wrong-type"),
    ("alias without offset", aliases(y=',"alias":{"of":"x"}'), "missing-field"),
    ("schema -1", problem().replace('"schema":1', '"schema":-1'), "wrong-schema"),
    ("schema 1.0", problem().replace('"schema":1', '"schema":1.0'), "not-integer"),
    ("schema as a string", problem().replace('"schema":1', '"schema":"1"'), "wrong-type"),
    ("empty id", problem(id='""'), "empty-id"),
    ("empty bank id", problem().replace('"id":"ram"', '"id":""'), "empty-id"),
    ("id beyond ASCII", problem(id='"\u00e4"'), "non-ascii-id"),
    ("id beyond ASCII, escaped", problem(id='"\\u00e4"'), "non-ascii-id"),
    ("duplicate buffer", problem().replace("]}]", "]},{%s}]" % problem().split("[{")[2].split("}]")[0]), "duplicate-id"),
    ("duplicate bank", problem().replace('"96"}', '"96"},{"id":"ram","capacity":"1"}'), "duplicate-id"),
    ("first after last", problem(first="2"), "empty-lifetime"),
    ("zero bytes", problem(bytes='"0"'), "zero-size"),
    ("alignment 0", problem(alignment='"0"'), "bad-alignment"),
    ("alignment 3", problem(alignment='"3"'), "bad-alignment"),
    ("no bank allowed", problem(banks="[]"), "no-bank"),
    ("unknown bank", problem(banks='["rom"]'), "unknown-bank"),
    ("bank twice", problem(banks='["ram","ram"]'), "duplicate-bank"),
    ("fixed offset alone", problem(fixed_offset='"0"'), "fixed-without-bank"),
    ("fixed offset, null bank", problem(fixed_offset='"0"', fixed_bank="null"), "fixed-without-bank"),
    ("unknown fixed bank", problem(fixed_bank='"rom"'), "unknown-bank"),
    ("fixed bank not allowed",
     problem(fixed_bank='"rom"').replace('"96"}', '"96"},{"id":"rom","capacity":"1"}'), "fixed-bank-not-allowed"),
    ("fixed offset misaligned", problem(fixed_bank='"ram"', fixed_offset='"6"'), "fixed-misaligned"),
    ("byte-order mark", "\ufeff" + problem(), "byte-order-mark"),
    ("invalid UTF-8", problem().encode().replace(b'"a"', b'"\xff"'), "invalid-utf8"),
    ("cut-off UTF-8", problem().encode() + b"\xe2\x82", "invalid-utf8"),
    ("UTF-16", problem().encode("utf-16-le"), "json-syntax"),
    ("lone surrogate", problem(id='"\\ud800"'), "json-syntax"),
    ("control character in a string", problem(id='"\x01"'), "json-syntax"),
    ("above 4 MiB", problem() + " " * (4 << 20), "file-too-large"),
    ("a graph with buffers", problem()[:-1] + ',"steps":[]}', "unknown-field"),
    ("a graph without steps", '{"schema":1,%s,"tensors":[]}' % BANKS, "missing-field"),
]

GRAPHS = [
    ("read before write", graph([("a", {}), ("b", {"retain": "true"})], [(["b"], ["a"], []), (["a"], ["b"], [])]),
     "read-before-write", "`s0`"),
    ("read by its writer", graph([("a", {})], [(["a"], ["a"], [])]), "read-before-write", "`s0`"),
    ("never written", graph([("a", {}), ("b", {})], [([], ["b"], []), (["a"], [], [])]), "never-written", "`s1`"),
    ("unused", graph([("a", SOURCE)], [([], [], [])]), "unused", "`a`"),
    ("unused without steps", graph([("a", {})], []), "unused", "`a`"),
    ("written twice", graph([("a", {})], [([], ["a"], []), ([], ["a"], [])]), "written-twice", "`s1`"),
    ("written twice at once", graph([("a", {})], [([], ["a", "a"], [])]), "written-twice", "`s0`"),
    ("source written", graph([("a", SOURCE)], [([], ["a"], [])]), "written-twice", "`s0`"),
    ("scratch in two steps", graph([("a", {})], [([], [], ["a"]), ([], [], ["a"])]), "scratch-shared", "`s1`"),
    ("scratch and output", graph([("a", {})], [([], ["a"], ["a"])]), "scratch-shared", "`s0`"),
    ("scratch retained", graph([("a", {"retain": "true"})], [([], [], ["a"])]), "scratch-shared", "`s0`"),
    ("scratch source", graph([("a", SOURCE)], [([], [], ["a"])]), "scratch-shared", "`s0`"),
    ("scratch read", graph([("a", {})], [([], [], ["a"]), (["a"], [], [])]), "never-written", "`s1`"),
    ("unknown tensor", graph([], [(["a"], [], [])]), "unknown-buffer", "`s0`"),
    ("duplicate step", graph([], [([], [], []), ([], [], [])]).replace("s1", "s0"), "duplicate-id", "`s0`"),
    ("duplicate tensor", graph([("a", SOURCE), ("a", SOURCE)], [(["a"], [], [])]), "duplicate-id", "`a`"),
    ("source as a string", graph([("a", {"source": '"true"'})], [(["a"], [], [])]), "wrong-type", "true or false"),
]

LAYOUTS = [
    ("unknown field", '{"schema":1,"placements":[],"fits":true}', "unknown-field"),
    ("duplicate placement", '{"schema":1,"placements":[%s]}' % ",".join(
        ['{"id":"a","bank":"ram","offset":"0"}'] * 2), "duplicate-id"),
    ("offset as a number", '{"schema":1,"placements":[{"id":"a","bank":"ram","offset":0}]}', "wrong-type"),
    ("offset with a leading zero", '{"schema":1,"placements":[{"id":"a","bank":"ram","offset":"00"}]}', "not-decimal"),
    ("offset 2^63", '{"schema":1,"placements":[{"id":"a","bank":"ram","offset":"9223372036854775808"}]}', "out-of-range"),
    ("empty bank id", '{"schema":1,"placements":[{"id":"a","bank":"","offset":"0"}]}', "empty-id"),
    ("wrong schema", '{"schema":3,"placements":[]}', "wrong-schema"),
    ("a problem", problem(), "unknown-field"),
]
