// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Converts the arguments of a macro of mdoc to text. Arguments may be macros themselves: {@code Op
 * Fl a Ar file} is {@code [-a file]}.
 */
final class MdocLine {
  /** Macros that enclose the rest of their line. */
  private static final Map<String, String> ENCLOSURES =
      Map.of(
          "Op", "[]", "Aq", "<>", "Bq", "[]", "Pq", "()", "Brq", "{}", "Sq", "‘’", "Dq", "“”", "Qq",
          "\"\"", "Ql", "‘’", "In", "<>");

  /** Macros that begin or end an enclosure over several lines. */
  private static final Map<String, String> BRACKETS =
      Map.ofEntries(
          Map.entry("Oo", "["),
          Map.entry("Oc", "]"),
          Map.entry("Ao", "<"),
          Map.entry("Ac", ">"),
          Map.entry("Bo", "["),
          Map.entry("Bc", "]"),
          Map.entry("Po", "("),
          Map.entry("Pc", ")"),
          Map.entry("Bro", "{"),
          Map.entry("Brc", "}"),
          Map.entry("So", "‘"),
          Map.entry("Sc", "’"),
          Map.entry("Do", "“"),
          Map.entry("Dc", "”"),
          Map.entry("Qo", "\""),
          Map.entry("Qc", "\""));

  /** Macros whose arguments are plain text. */
  private static final Set<String> PLAIN =
      Set.of(
          "Ad", "An", "Ar", "Bx", "Cd", "Cm", "Dv", "Em", "Er", "Ev", "Fa", "Ft", "Fx", "Ic", "Li",
          "Lk", "Ms", "Mt", "No", "Nx", "Ox", "Pa", "Ql", "St", "Sx", "Sy", "Tn", "Ux", "Va", "Vt");

  private static final String CLOSING = ".,:;)]?!";
  private static final String OPENING = "([";

  private final String pageName;
  private final StringBuilder out = new StringBuilder();
  private boolean glued = true;

  private MdocLine(String pageName) {
    this.pageName = pageName;
  }

  /** Whether a macro is part of a line of text. */
  static boolean isInline(String macro) {
    return PLAIN.contains(macro)
        || ENCLOSURES.containsKey(macro)
        || BRACKETS.containsKey(macro)
        || Set.of("Fl", "Nm", "Xr", "Fn", "Ns", "Ap", "Pf", "Xo", "Xc").contains(macro);
  }

  /**
   * Converts a macro with its arguments.
   *
   * @param pageName what the macro {@code Nm} without arguments stands for
   */
  static String toText(List<String> macroAndArguments, String pageName) {
    MdocLine line = new MdocLine(pageName);
    line.add(macroAndArguments);
    return line.out.toString();
  }

  private void add(List<String> words) {
    int i = 0;
    while (i < words.size()) {
      String word = words.get(i++);
      if (!isInline(word)) {
        append(word);
        continue;
      }
      int end = i;
      while (end < words.size() && !isInline(words.get(end))) {
        end++;
      }
      String enclosure = ENCLOSURES.get(word);
      if (enclosure != null) {
        enclose(enclosure, words.subList(i, words.size()));
        return;
      }
      addMacro(word, words.subList(i, end));
      i = end;
    }
  }

  private void enclose(String brackets, List<String> rest) {
    int end = rest.size();
    while (end > 0 && isOne(rest.get(end - 1), CLOSING)) {
      end--;
    }
    append(brackets.substring(0, 1));
    glued = true;
    add(rest.subList(0, end));
    out.append(brackets.substring(1));
    glued = false;
    rest.subList(end, rest.size()).forEach(this::append);
  }

  private void addMacro(String macro, List<String> arguments) {
    switch (macro) {
      case "Fl" -> {
        if (arguments.isEmpty()) {
          append("-");
          glued = true;
        }
        arguments.forEach(flag -> append(isOne(flag, CLOSING + OPENING + "|") ? flag : "-" + flag));
      }
      case "Nm" -> (arguments.isEmpty() ? List.of(pageName) : arguments).forEach(this::append);
      case "Xr" -> {
        boolean section = arguments.size() > 1 && !isOne(arguments.get(1), CLOSING);
        append(arguments.isEmpty() ? "" : arguments.getFirst());
        out.append(section ? "(" + arguments.get(1) + ")" : "");
        arguments.stream().skip(section ? 2 : 1).forEach(this::append);
      }
      case "Fn" -> {
        append(arguments.isEmpty() ? "" : arguments.getFirst());
        List<String> parameters =
            arguments.stream().skip(1).filter(one -> !isOne(one, CLOSING)).toList();
        out.append('(').append(String.join(", ", parameters)).append(')');
        arguments.stream().skip(1).filter(one -> isOne(one, CLOSING)).forEach(this::append);
      }
      case "Ns" -> {
        glued = true;
        arguments.forEach(this::append);
      }
      case "Ap" -> {
        out.append('\'');
        glued = true;
        arguments.forEach(this::append);
      }
      case "Pf" -> {
        arguments.forEach(this::append);
        glued = true;
      }
      default -> {
        String bracket = BRACKETS.get(macro);
        boolean opening = macro.endsWith("o");
        if (bracket != null) {
          glued |= !opening;
          append(bracket);
          glued = opening;
        }
        arguments.forEach(this::append);
      }
    }
  }

  private void append(String word) {
    if (!glued && !isOne(word, CLOSING)) {
      out.append(' ');
    }
    out.append(word);
    glued = isOne(word, OPENING);
  }

  private static boolean isOne(String word, String characters) {
    return word.length() == 1 && characters.contains(word);
  }
}
