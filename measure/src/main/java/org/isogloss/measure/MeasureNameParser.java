// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.measure.MeasureKind.Argument;

/** Parses the names of measures. */
final class MeasureNameParser {
  /** {@code base(key=value,...)@argument}. */
  private static final Pattern IR_MEASURES_NAME =
      Pattern.compile("([^(@\\s]+)\\s*(?:\\(([^)]*)\\))?\\s*(?:@\\s*(\\S+))?");

  /** The arguments after a name of trec_eval: {@code .5,10} or {@code _0.10}. */
  private static final Pattern TREC_ARGUMENTS = Pattern.compile("[._](\\d[\\d.]*(?:,\\d[\\d.]*)*)");

  /** The parameter of rank-biased precision in trec_eval: {@code .p=0.8} or {@code _p=0.8}. */
  private static final Pattern TREC_PERSISTENCE = Pattern.compile("[._]p=([\\d.]+)");

  /** The default persistence in ir-measures. */
  private static final double IR_MEASURES_PERSISTENCE = 0.8;

  private static final List<MeasureKind> KINDS = List.of(MeasureKind.values());

  /**
   * Maps the part of a name before the brackets and the cut-off, in lower case, to its canonical
   * form.
   */
  private static final Map<String, String> BASES = new HashMap<>();

  static {
    for (MeasureKind kind : KINDS) {
      BASES.put(lower(kind.trecName()), base(kind));
      BASES.put(lower(base(kind)), base(kind));
    }
    BASES.remove("");
    BASES.put("mrr", "RR");
    BASES.put("precision", "P");
    BASES.put("acc", "Success");
    BASES.put("hit", "Success");
    BASES.put("hits", "Success");
  }

  private static final Map<String, List<MeasureKind>> GROUPS =
      Map.of(
          "official",
          List.of(
              MeasureKind.NUM_Q,
              MeasureKind.NUM_RET,
              MeasureKind.NUM_REL,
              MeasureKind.NUM_REL_RET,
              MeasureKind.AP,
              MeasureKind.GM_AP,
              MeasureKind.R_PREC,
              MeasureKind.BPREF,
              MeasureKind.RR,
              MeasureKind.I_PREC,
              MeasureKind.P),
          "set",
          List.of(
              MeasureKind.NUM_Q,
              MeasureKind.NUM_RET,
              MeasureKind.NUM_REL,
              MeasureKind.NUM_REL_RET,
              MeasureKind.UTILITY,
              MeasureKind.SET_P,
              MeasureKind.SET_RELATIVE_P,
              MeasureKind.SET_R,
              MeasureKind.SET_AP,
              MeasureKind.SET_F));

  private static final String ALL_TREC = "all_trec";

  private MeasureNameParser() {}

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String base(MeasureKind kind) {
    return kind.irMeasuresName().replaceFirst("\\(.*", "");
  }

  /**
   * All measures that a name represents, at least one.
   *
   * @param version the version of trec_eval to which the measures of {@code all_trec} belong
   */
  static List<Measure> parse(String name, TrecEvalVersion version) {
    String text = name.strip();
    List<MeasureKind> group =
        lower(text).equals(ALL_TREC)
            ? KINDS.stream().filter(kind -> kind.isIn(version)).toList()
            : GROUPS.get(lower(text));
    if (group != null) {
      return group.stream().flatMap(kind -> Measure.withDefaultArguments(kind).stream()).toList();
    }
    List<Measure> trec = parseTrecName(text);
    return trec.isEmpty() ? List.of(parseIrMeasuresName(text)) : trec;
  }

  /** The measures of a name of trec_eval; empty if it is not such a name. */
  private static List<Measure> parseTrecName(String text) {
    List<Measure> measures = new ArrayList<>();
    for (MeasureKind kind : KINDS) {
      String name = kind.trecName();
      boolean hasOwnDefault = kind.argument() == Argument.PERSISTENCE;
      if (name.isEmpty() || !text.regionMatches(!hasOwnDefault, 0, name, 0, name.length())) {
        continue;
      }
      String rest = text.substring(name.length());
      Matcher arguments = (hasOwnDefault ? TREC_PERSISTENCE : TREC_ARGUMENTS).matcher(rest);
      if (rest.isEmpty()) {
        measures.addAll(Measure.withDefaultArguments(kind));
      } else if (arguments.matches()) {
        for (String argument : arguments.group(1).split(",", -1)) {
          measures.add(new Measure(kind, argument(text, kind, argument), 0));
        }
      }
    }
    return measures;
  }

  private static Measure parseIrMeasuresName(String text) {
    Matcher parts = IR_MEASURES_NAME.matcher(text);
    String base = parts.matches() ? BASES.get(lower(parts.group(1))) : null;
    if (base == null) {
      throw unknown(text);
    }
    Map<String, String> options = options(text, parts.group(2));
    Optional<String> cutOff = Optional.ofNullable(parts.group(3));
    boolean exponential = takeGain(text, options);
    List<MeasureKind> kinds =
        KINDS.stream()
            .filter(kind -> base(kind).equals(base))
            .filter(kind -> kind.irMeasuresName().contains("exp-log2") == exponential)
            .toList();
    if (kinds.isEmpty()) {
      throw new IsoglossException("\"" + text + "\": only nDCG has the option dcg");
    }
    MeasureKind kind =
        kinds.stream()
            .filter(k -> k.takesCutoff() == cutOff.isPresent())
            .findFirst()
            .orElseThrow(() -> cutoffError(text, kinds.getFirst()));
    double argument = kind.argument() == Argument.WEIGHT ? 1 : 0;
    if (cutOff.isPresent()) {
      argument = argument(text, kind, cutOff.get());
    } else if (kind.argument() == Argument.WEIGHT && options.containsKey("beta")) {
      double beta = number(text, "beta", options.remove("beta"));
      argument = beta * beta;
    } else if (kind.argument() == Argument.PERSISTENCE) {
      argument =
          options.containsKey("p")
              ? argument(text, kind, options.remove("p"))
              : IR_MEASURES_PERSISTENCE;
    }
    int level = 0;
    if (options.containsKey("rel")) {
      if (kind == MeasureKind.NUM_RET) {
        kind = MeasureKind.NUM_REL_RET; // As in ir-measures.
      }
      if (!kind.usesRelevance()) {
        throw new IsoglossException(
            "\""
                + text
                + "\": "
                + base(kind)
                + " does not depend on which documents are relevant: leave out rel");
      }
      level = (int) argument(text, MeasureKind.P, options.remove("rel"));
    }
    if (!options.isEmpty()) {
      throw new IsoglossException(
          "\""
              + text
              + "\": unknown option "
              + options.keySet().iterator().next()
              + "; known are rel (the lowest relevant grade) and, for nDCG, dcg ('log2' or"
              + " 'exp-log2'), for SetF, beta and, for RBP, p");
    }
    return new Measure(kind, argument, level);
  }

  private static Map<String, String> options(String text, String list) {
    Map<String, String> options = new HashMap<>();
    for (String option : list == null ? new String[0] : list.split(",", -1)) {
      String[] keyAndValue = option.split("=", -1);
      if (keyAndValue.length != 2) {
        throw new IsoglossException(
            "\"" + text + "\": \"" + option + "\" is not an option, expected one such as rel=2");
      }
      options.put(lower(keyAndValue[0].strip()), keyAndValue[1].strip().replaceAll("['\"]", ""));
    }
    return options;
  }

  private static boolean takeGain(String text, Map<String, String> options) {
    String gain = options.containsKey("dcg") ? options.remove("dcg") : "log2";
    if (!gain.equals("log2") && !gain.equals("exp-log2")) {
      throw new IsoglossException(
          "\"" + text + "\": dcg is \"" + gain + "\", expected 'log2' or 'exp-log2'");
    }
    return gain.equals("exp-log2");
  }

  private static IsoglossException cutoffError(String text, MeasureKind kind) {
    return new IsoglossException(
        "\""
            + text
            + "\": "
            + base(kind)
            + (kind.takesCutoff() ? " needs a cut-off, such as " : " takes no cut-off, write ")
            + new Measure(kind, kind.argument() == Argument.RANK ? 10 : 1, 0).name());
  }

  private static double argument(String text, MeasureKind kind, String value) {
    if (kind.argument() == Argument.NONE) {
      throw cutoffError(text, kind);
    }
    double number = number(text, "cut-off", value);
    boolean whole = number == Math.rint(number) && number >= 1 && number <= Integer.MAX_VALUE;
    if (kind.argument() == Argument.RANK && !whole) {
      throw new IsoglossException(
          "\"" + text + "\": found " + value + ", expected a whole number, 1 or more");
    }
    if (kind.argument() == Argument.PERSISTENCE && !(number > 0 && number < 1)) {
      throw new IsoglossException(
          "\"" + text + "\": p is " + value + ", expected above 0 and below 1, as in RBP(p=0.8)");
    }
    if (kind == MeasureKind.I_PREC && number > 1) {
      throw new IsoglossException(
          "\"" + text + "\": recall is " + value + ", expected 0 to 1, as in IPrec@0.1");
    }
    return number;
  }

  private static double number(String text, String field, String value) {
    if (!value.matches("\\d+(\\.\\d*)?|\\.\\d+")) {
      throw new IsoglossException(
          "\"" + text + "\": " + field + " is \"" + value + "\", expected a number, 0 or more");
    }
    return Double.parseDouble(value);
  }

  private static IsoglossException unknown(String text) {
    TreeSet<String> known = new TreeSet<>(GROUPS.keySet());
    known.add(ALL_TREC);
    KINDS.stream().map(MeasureKind::trecName).filter(name -> !name.isEmpty()).forEach(known::add);
    known.addAll(BASES.values());
    String base = text.replaceFirst("[(@.].*", "");
    Comparator<String> shortFirst =
        Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());
    return new IsoglossException(
        "unknown measure \""
            + text
            + "\""
            + NameSuggestions.nearest(base, known)
                .map(near -> ", did you mean " + near + "?")
                .orElse("")
            + " Known measures, with a cut-off if applicable, as in nDCG@10: "
            + String.join(", ", BASES.values().stream().distinct().sorted(shortFirst).toList())
            + "; and trec_eval's names, as in ndcg_cut.10");
  }
}
