// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads manual pages in roff with the macros of man or mdoc, such as {@code ls.1}. Paragraphs are
 * filled, examples keep their lines, and each row of a table is a line. The title is name and
 * section: {@code ls(1)}.
 */
final class ManualPageParser {
  private static final Pattern TITLE = Pattern.compile("\\.[ \\t]*+(?:TH|Dd)[ \\t].*");

  /** Lines that may precede the title: requests, comments, parts of definitions, blank lines. */
  private static final Pattern BEFORE_TITLE = Pattern.compile("[.'].*|\\s*+(?:\\\\.*)?");

  private static final Set<String> ALTERNATING = Set.of("BI", "BR", "IB", "IR", "RB", "RI");
  private static final Set<String> FONTS = Set.of("B", "I", "R", "SM", "SB", "UR", "MT");
  private static final Set<String> PARAGRAPHS =
      Set.of("PP", "P", "LP", "HP", "Pp", "sp", "Sp", "RS", "RE", "Bl", "El");
  private static final Set<String> EXAMPLES = Set.of("nf", "EX", "Vb", "Bd");
  private static final Set<String> ENDS_OF_EXAMPLES = Set.of("fi", "EE", "Ve", "Ed");
  private static final Set<String> DEFINITIONS = Set.of("de", "de1", "am", "ig");

  private final Iterator<String> lines;
  private final Map<String, String> strings = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private String title = "";
  private String name = "";
  private boolean example;
  private boolean afterNextLine;
  private boolean lastCondition;

  private ManualPageParser(String page) {
    this.lines = page.lines().iterator();
  }

  /** Whether a text begins like a manual page: with requests only, among them the title. */
  static boolean isManualPage(String beginning) {
    return beginning
        .lines()
        .filter(line -> TITLE.matcher(line).matches() || !BEFORE_TITLE.matcher(line).matches())
        .findFirst()
        .filter(line -> TITLE.matcher(line).matches())
        .isPresent();
  }

  static FileContent parse(String page) {
    ManualPageParser parser = new ManualPageParser(page);
    while (parser.lines.hasNext()) {
      parser.line(parser.lines.next());
    }
    return FileContent.of(parser.title, parser.text.toString().strip());
  }

  private void line(String line) {
    boolean control = line.startsWith(".") || line.startsWith("'");
    if (control) {
      request(line.substring(1).strip());
    } else if (line.isBlank()) {
      endParagraph();
    } else {
      append(plain(line.replace("\\}", "")));
    }
  }

  private String plain(String text) {
    return RoffEscapes.replace(text, strings);
  }

  private void request(String request) {
    int end = 0;
    while (end < request.length() && !Character.isWhitespace(request.charAt(end))) {
      end++;
    }
    String macro = request.substring(0, end);
    String rest = request.substring(end).strip();
    if (macro.equals("if") || macro.equals("ie") || macro.equals("el")) {
      condition(macro, rest);
    } else if (DEFINITIONS.contains(macro)) {
      skipDefinition(macro, rest);
    } else if (macro.equals("ds")) {
      define(rest);
    } else if (!macro.startsWith("\\")) {
      macro(macro, RoffArguments.split(rest).stream().map(this::plain).toList());
    }
  }

  private void macro(String macro, List<String> arguments) {
    if (FONTS.contains(macro)) {
      append(String.join(" ", arguments));
    } else if (ALTERNATING.contains(macro)) {
      append(String.join("", arguments));
    } else if (PARAGRAPHS.contains(macro)) {
      endParagraph();
    } else if (EXAMPLES.contains(macro)) {
      endLine();
      example = !macro.equals("Bd") || arguments.contains("-literal");
    } else if (ENDS_OF_EXAMPLES.contains(macro)) {
      endLine();
      example = false;
    } else {
      structure(macro, arguments);
    }
  }

  private void structure(String macro, List<String> arguments) {
    switch (macro) {
      case "TH", "Dt" ->
          title =
              arguments.size() > 1
                  ? arguments.get(0) + "(" + arguments.get(1) + ")"
                  : String.join("", arguments);
      case "SH", "SS", "Sh", "Ss" -> {
        example = false;
        endParagraph();
        append(String.join(" ", arguments));
        if (arguments.isEmpty()) {
          afterNextLine = true;
        } else {
          endLine();
        }
      }
      case "TP", "TQ" -> {
        endParagraph();
        afterNextLine = true;
      }
      case "IP" -> {
        endParagraph();
        append(arguments.isEmpty() ? "" : arguments.getFirst());
        if (!arguments.isEmpty() && arguments.getFirst().length() > 2) {
          endLine();
        }
      }
      case "It" -> {
        endParagraph();
        append(MdocLine.toText(arguments, name));
        endLine();
      }
      case "TS" -> {
        endParagraph();
        RoffTable.rows(lines).forEach(row -> text.append(plain(row)).append('\n'));
        endParagraph();
      }
      case "br" -> endLine();
      case "Nd" -> append("— " + String.join(" ", arguments));
      default -> inline(macro, arguments);
    }
  }

  private void inline(String macro, List<String> arguments) {
    if (MdocLine.isInline(macro)) {
      if (macro.equals("Nm") && name.isEmpty() && !arguments.isEmpty()) {
        name = arguments.getFirst();
      }
      List<String> words = new ArrayList<>();
      words.add(macro);
      words.addAll(arguments);
      append(MdocLine.toText(words, name));
    }
  }

  /** The condition {@code n}, output to a terminal, holds; others do not. */
  private void condition(String request, String rest) {
    boolean otherwise = request.equals("el");
    boolean holds = otherwise ? !lastCondition : rest.startsWith("n ");
    if (!otherwise) {
      lastCondition = holds;
    }
    int blank = rest.indexOf(' ');
    String body = otherwise ? rest : blank < 0 ? "" : rest.substring(blank + 1).strip();
    if (!holds) {
      skipBlock(body);
    } else {
      String first = body.replace("\\{", "").replace("\\}", "").replaceFirst("\\\\\\z", "").strip();
      if (!first.isEmpty()) {
        line(first);
      }
    }
  }

  private void skipBlock(String first) {
    int open = depth(first);
    while (open > 0 && lines.hasNext()) {
      open += depth(lines.next());
    }
  }

  private static int depth(String line) {
    int depth = 0;
    for (int i = 0; i + 1 < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        depth += line.charAt(i + 1) == '{' ? 1 : line.charAt(i + 1) == '}' ? -1 : 0;
        i++;
      }
    }
    return depth;
  }

  private void skipDefinition(String request, String rest) {
    List<String> arguments = RoffArguments.split(rest);
    int position = request.equals("ig") ? 0 : 1;
    String end = "." + (arguments.size() > position ? arguments.get(position) : ".");
    while (lines.hasNext() && !lines.next().strip().equals(end)) {
      // The definition shows nothing.
    }
  }

  private void define(String rest) {
    int blank = rest.indexOf(' ');
    if (blank > 0) {
      String value = rest.substring(blank + 1);
      strings.put(
          rest.substring(0, blank), plain(value.startsWith("\"") ? value.substring(1) : value));
    }
  }

  private void append(String words) {
    if (words.isEmpty()) {
      return;
    }
    boolean newLine = text.isEmpty() || text.charAt(text.length() - 1) == '\n';
    if (!example && !newLine) {
      text.append(' ');
    }
    text.append(example ? words : words.strip());
    if (example || afterNextLine) {
      text.append('\n');
    }
    afterNextLine = false;
  }

  private void endLine() {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }

  private void endParagraph() {
    endLine();
    int length = text.length();
    if (length > 1 && text.charAt(length - 2) != '\n') {
      text.append('\n');
    }
  }
}
