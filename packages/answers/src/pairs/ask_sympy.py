"""SymPy's verdict on two answers: whether they are one value, or None where it cannot read or tell."""

import re

import sympy
from sympy.core.random import seed
from sympy.core.relational import Relational
from sympy.parsing.latex import parse_latex
from sympy.parsing.sympy_parser import convert_xor, implicit_multiplication, parse_expr, standard_transformations

TYPE_SETTING = (
    (r'\\(left|right|big|Big)(?![a-zA-Z])|\\[,!;: ]|~', ' '),
    (r'\\[dt]frac', r'\\frac'),
    (r'\\[dt]binom', r'\\binom'),
    (r'\\boxed\{(.*)\}', r'\1'),
    (r'\\boxed\{(.*)\}', r'\1'),
    (r'\\lt(?![a-z])', '<'),
    (r'\\gt(?![a-z])', '>'),
    (r'^\$+|\$+$|^\\[(\[]|\\[)\]]$', ''),
    ('−', '-'), ('π', r'\\pi '), ('×', r'\\times '), ('∞', r'\\infty '), ('≤', r'\\le '), ('≥', r'\\ge '),
)
CONSTANTS = {'pi': sympy.pi, 'e': sympy.E, 'i': sympy.I}
FUNCTIONS = {'sqrt', 'sin', 'cos', 'tan', 'ln', 'log', 'pi', 'exp'}
PLAIN = re.compile(r'[A-Za-z0-9+\-*/^().<>=! ]+')
#: Its LaTeX parser takes a command that it does not know for the name of a symbol, and multiplies.
UNKNOWN = re.compile(r'\\(text|mathrm|mathbf|mathit|mbox|fbox|circ|degree|over|overline|choose|[lr]vert|ldots|dots|cfrac|dot|pm|mp|approx|colon'
                     r'|emptyset|varnothing|cent|begin|mathbb|angle|vec|gcd|max)(?![a-zA-Z])|\\[$%]')
CHAIN = re.compile(r'<.*[<>]|>.*[<>]|\\[lg](e|t|eq)(?![a-z]).*(<|>|\\[lg](e|t|eq)(?![a-z]))')


class CannotRead(Exception):
    pass


def ask_sympy(a, b):
    seed(0)  # `equals` tries points at random
    try:
        return is_one(read(a), read(b))
    except Exception:  # what its parsers and solvers raise is not one class
        return None


def read(text):
    for pattern, plain in TYPE_SETTING:
        text = re.sub(pattern, plain, text.strip())
    text = text.strip()
    for opening, closing, gather in (('(', ')', tuple), ('\\{', '\\}', frozenset)):
        if text.startswith(opening) and text.endswith(closing):
            inner = members(text[len(opening):-len(closing)])
            if len(inner) > 1 or gather is frozenset:
                return gather(value(each) for each in inner)
    return value(text)


def members(text):
    """Splits at the commas that stand in no brackets."""
    parts, depth = [''], 0
    for char in text:
        depth += (char in '([{') - (char in ')]}')
        if depth < 0:
            return [text]
        if char == ',' and depth == 0:
            parts.append('')
        else:
            parts[-1] += char
    return parts


def value(text):
    if CHAIN.search(text) or UNKNOWN.search(text) or not text.strip():
        raise CannotRead(text)
    if '\\' in text or '{' in text or '|' in text:
        found = parse_latex(text, strict=True, backend='antlr')
    elif PLAIN.fullmatch(text) and set(re.findall('[A-Za-z]{2,}', text)) <= FUNCTIONS and not re.search(r'\d [\d(A-Z]|\b0\d|=.*=', text):
        if text.count('=') == 1 and not re.search('[<>!]=', text):
            left, right = (plain(side) for side in text.split('='))
            found = sympy.Eq(left, right, evaluate=False)
        else:
            found = plain(text)
    else:
        raise CannotRead(text)
    return exact(found)


def plain(text):
    names = {name: sympy.Symbol(name) for name in re.findall(r'(?<![A-Za-z])[A-Za-z](?![A-Za-z])', text)}
    return parse_expr(text, local_dict=names, transformations=(*standard_transformations, convert_xor, implicit_multiplication))


def exact(found):
    if not isinstance(found, (sympy.Expr, Relational)):
        raise CannotRead(str(found))
    constants = {symbol: CONSTANTS[symbol.name] for symbol in found.free_symbols if symbol.name in CONSTANTS}
    decimals = {number: sympy.Rational(str(number)) for number in found.atoms(sympy.Float)}
    return found.subs(constants).xreplace(decimals)


def is_one(a, b):
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and every(is_one(one, other) for one, other in zip(a, b, strict=True))
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return len(a) == len(b) and all(any(is_one(one, other) for other in b) for one in a)
    if isinstance(a, sympy.Expr) and isinstance(b, sympy.Expr):
        if a == b:
            return True
        difference = sympy.simplify(a - b)
        return None if difference.has(sympy.nan) else True if difference == 0 else difference.equals(0)
    if isinstance(a, Relational) and isinstance(b, Relational):
        return is_one_relation(a, b)
    return None


def every(verdicts):
    verdicts = list(verdicts)
    return False if False in verdicts else None if None in verdicts else True


def is_one_relation(a, b):
    """Two equations or inequalities are one where one side less the other is the same, but for a factor."""
    if isinstance(a, sympy.Eq) != isinstance(b, sympy.Eq) or isinstance(a, sympy.Ne) != isinstance(b, sympy.Ne):
        return False
    ordered = not isinstance(a, (sympy.Eq, sympy.Ne))
    if ordered and isinstance(a, (sympy.Gt, sympy.Lt)) != isinstance(b, (sympy.Gt, sympy.Lt)):
        return False
    one, other = (each.gts - each.lts if ordered else each.lhs - each.rhs for each in (a, b))
    factor = sympy.simplify(one / other)
    return bool(factor.is_number and (factor.is_positive if ordered else factor.is_nonzero))
