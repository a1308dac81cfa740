package org.isogloss.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Names;
import org.isogloss.search.Pipeline.Balanced;
import org.isogloss.search.Pipeline.Bm25;
import org.isogloss.search.Pipeline.Cut;
import org.isogloss.search.Pipeline.Dense;
import org.isogloss.search.Pipeline.Fair;
import org.isogloss.search.Pipeline.Fused;
import org.isogloss.search.Pipeline.Part;
import org.isogloss.search.Pipeline.Reranked;
import org.isogloss.search.Pipeline.Within;

/** Reads pipeline strings by recursive descent; the grammar is that of {@link Pipeline}. */
final class PipelineParser {
  private static final String LANGUAGES = "lang:";
  private static final List<String> METHODS =
      Stream.concat(Arrays.stream(Fusion.values()).map(Fusion::code), Stream.of(Fair.METHOD))
          .toList();
  private static final List<String> STAGES = List.of("rerank", "balance");
  private static final Pattern SETTING = Pattern.compile("(weight|first)\\s*=");
  private static final List<String> OPTIONS = List.of("calibrated", "sentences");

  private final String text;
  private int at;

  PipelineParser(String text) {
    this.text = text;
  }

  Pipeline parse() {
    Pipeline pipeline = pipeline();
    if (at < text.length()) {
      throw expected("\">>\", \"%\" or the end");
    }
    return pipeline;
  }

  private Pipeline pipeline() {
    skipSpace();
    if (text.startsWith(LANGUAGES, at)) {
      at += LANGUAGES.length();
      Set<Language> languages = languages();
      require(">>");
      return new Within(languages, stages(retriever()));
    }
    return stages(retriever());
  }

  private Set<Language> languages() {
    Set<Language> languages = new LinkedHashSet<>();
    do {
      skipSpace();
      int start = at;
      String tag = name();
      Optional<Language> language = Language.find(tag);
      if (tag.isEmpty() || language.isEmpty()) {
        at = start;
        throw expected("the code of a language, such as de");
      }
      languages.add(language.get());
    } while (accept(","));
    return languages;
  }

  private Pipeline stages(Pipeline first) {
    Pipeline pipeline = first;
    while (accept(">>")) {
      skipSpace();
      int start = at;
      String name = name();
      if (name.equals("rerank")) {
        pipeline = cut(reranked(pipeline));
      } else if (name.equals("balance")) {
        require("(");
        double share = share("the largest share of one language, above 0 and up to 1");
        require(")");
        pipeline = cut(new Balanced(pipeline, share));
      } else {
        at = start;
        throw expected(STAGES, "rerank or balance(...)");
      }
    }
    return pipeline;
  }

  private Reranked reranked(Pipeline pipeline) {
    Reranked usual = new Reranked(pipeline, Reranked.USUAL);
    if (!accept("(")) {
      return usual;
    }
    skipSpace();
    boolean named = !SETTING.matcher(text).region(at, text.length()).lookingAt();
    String name = named ? nameOfReranker() : Reranked.USUAL;
    double weight = usual.weight();
    int first = usual.first();
    for (boolean more = !named || accept(","); more; more = accept(",")) {
      skipSpace();
      int start = at;
      switch (name()) {
        case "weight" -> {
          require("=");
          weight = share("what the re-ranker counts, above 0 and up to 1");
        }
        case "first" -> {
          require("=");
          first = hits();
        }
        default -> {
          at = start;
          throw expected("weight=0.7 or first=20");
        }
      }
    }
    require(")");
    return new Reranked(pipeline, name, weight, first);
  }

  /** Up to a comma or the closing bracket: it may be a path. */
  private String nameOfReranker() {
    int start = at;
    while (at < text.length() && ",)".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String name = text.substring(start, at).strip();
    if (name.isEmpty() || at == text.length()) {
      at = start;
      throw expected("the name of a re-ranker, weight=0.7 or first=20, and \")\"");
    }
    return name;
  }

  private Pipeline retriever() {
    skipSpace();
    int start = at;
    if (accept("(")) {
      Pipeline inner = pipeline();
      require(")");
      return cut(inner);
    }
    if (accept("{")) {
      List<Part> parts = parts();
      require("}");
      skipSpace();
      int method = at;
      String name = name();
      if (!METHODS.contains(name)) {
        at = method;
        throw expected(METHODS, "how to fuse: rrf, wsum, zsum or fair");
      }
      return cut(fused(name, method, parts));
    }
    String name = name();
    if (METHODS.contains(name)) {
      require("(");
      List<Part> parts = parts();
      require(")");
      return cut(fused(name, start, parts));
    }
    return switch (name) {
      case "bm25" -> cut(new Bm25());
      case "dense" -> cut(dense());
      default -> {
        at = start;
        List<String> names = new ArrayList<>(List.of("bm25", "dense"));
        names.addAll(METHODS);
        throw expected(names, "bm25, dense, or a fusion such as {bm25, dense}rrf");
      }
    };
  }

  /** A fusion; {@code named} is where its method stands. */
  private Pipeline fused(String method, int named, List<Part> parts) {
    if (!method.equals(Fair.METHOD)) {
      return new Fused(method, parts);
    }
    List<Part> words = parts.stream().filter(part -> part.pipeline() instanceof Bm25).toList();
    if (parts.size() != 2 || words.size() != 1) {
      at = named;
      throw expected("bm25 and one other retriever to fuse so, as in {bm25, dense}fair");
    }
    Part other = parts.get(parts.getFirst().equals(words.getFirst()) ? 1 : 0);
    return new Fair(words.getFirst().weight(), other);
  }

  private Dense dense() {
    Optional<Boolean> calibrated = Optional.empty();
    OptionalDouble sentences = OptionalDouble.empty();
    if (accept("(")) {
      do {
        skipSpace();
        int start = at;
        String option = name();
        if (option.equals("calibrated")) {
          require("=");
          calibrated = Optional.of(yesOrNo());
        } else if (option.equals("sentences")) {
          require("=");
          sentences = OptionalDouble.of(weightOfSentences());
        } else {
          at = start;
          throw expected(OPTIONS, "calibrated=yes, calibrated=no, or sentences=0.75");
        }
      } while (accept(","));
      require(")");
    }
    return new Dense(calibrated, sentences);
  }

  private boolean yesOrNo() {
    skipSpace();
    int start = at;
    return switch (name()) {
      case "yes" -> true;
      case "no" -> false;
      default -> {
        at = start;
        throw expected("yes or no");
      }
    };
  }

  private double weightOfSentences() {
    skipSpace();
    int start = at;
    double weight = number();
    if (!(weight >= 0 && weight <= 1)) {
      at = start;
      throw expected("what the best sentence counts, from 0 to 1");
    }
    return weight;
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    do {
      Pipeline pipeline = retriever();
      parts.add(new Part(pipeline, accept(":") ? weight() : 1));
    } while (accept(","));
    return parts;
  }

  private Pipeline cut(Pipeline pipeline) {
    return accept("%") ? new Cut(pipeline, hits()) : pipeline;
  }

  /** A number of hits, at least 1. */
  private int hits() {
    skipSpace();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    try {
      int hits = Integer.parseInt(text.substring(start, at));
      if (hits > 0) {
        return hits;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number that is too small.
    }
    at = start;
    throw expected("how many hits to keep, a whole number of 1 or more");
  }

  private double weight() {
    skipSpace();
    int start = at;
    double weight = number();
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      at = start;
      throw expected("a weight above 0, such as 0.4");
    }
    return weight;
  }

  private double share(String what) {
    skipSpace();
    int start = at;
    double share = number();
    if (!(share > 0 && share <= 1)) {
      at = start;
      throw expected(what);
    }
    return share;
  }

  /** A decimal number; NaN where there is none. */
  private double number() {
    int start = at;
    while (at < text.length() && "0123456789.".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    try {
      return Double.parseDouble(text.substring(start, at));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private String name() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "-_".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return text.substring(start, at);
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean accept(String symbol) {
    skipSpace();
    if (text.startsWith(symbol, at)) {
      at += symbol.length();
      return true;
    }
    return false;
  }

  private void require(String symbol) {
    if (!accept(symbol)) {
      throw expected("\"" + symbol + "\"");
    }
  }

  private IsoglossException expected(List<String> names, String described) {
    int start = at;
    String found = name();
    at = start;
    String nearest =
        Names.nearest(found, names).map(near -> "; did you mean " + near + "?").orElse("");
    return expected(described + nearest);
  }

  /** Points to where reading stands. */
  private IsoglossException expected(String what) {
    skipSpace();
    String found = at == text.length() ? "the end" : "\"" + text.substring(at, endOfWord()) + "\"";
    return new IsoglossException(
        "pipeline \""
            + text
            + "\", character "
            + (at + 1)
            + ": found "
            + found
            + ", expected "
            + what);
  }

  private int endOfWord() {
    int start = at;
    name();
    int end = at == start ? text.offsetByCodePoints(start, 1) : at;
    at = start;
    return end;
  }
}
