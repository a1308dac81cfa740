// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline.Bm25;
import org.isogloss.api.pipeline.Pipeline.Custom;
import org.isogloss.api.pipeline.Pipeline.Dense;
import org.isogloss.api.pipeline.Pipeline.Evidenced;
import org.isogloss.api.pipeline.Pipeline.Feedback;
import org.isogloss.api.pipeline.Pipeline.Fused;
import org.isogloss.api.pipeline.Pipeline.LanguageBalanced;
import org.isogloss.api.pipeline.Pipeline.LanguageNormalized;
import org.isogloss.api.pipeline.Pipeline.LanguageRestricted;
import org.isogloss.api.pipeline.Pipeline.Lexical;
import org.isogloss.api.pipeline.Pipeline.Psq;
import org.isogloss.api.pipeline.Pipeline.QueryLikelihood;
import org.isogloss.api.pipeline.Pipeline.Reranked;
import org.isogloss.api.pipeline.Pipeline.Sparse;
import org.isogloss.api.pipeline.Pipeline.Translate;
import org.isogloss.api.pipeline.Pipeline.TranslationsGrouped;
import org.isogloss.api.pipeline.Pipeline.Truncated;
import org.isogloss.api.pipeline.Pipeline.WeightedPipeline;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;

/** A recursive-descent parser of pipeline strings; {@link Pipeline} documents the grammar. */
final class PipelineParser {
  private static final List<String> METHODS =
      Stream.concat(
              Arrays.stream(FusionMethod.values()).map(FusionMethod::code),
              Stream.of(LanguageNormalized.METHOD))
          .toList();
  private static final List<String> STAGES =
      Stream.concat(
              Stream.of("rerank", "balance", "translations", "versions"), Evidence.codes().stream())
          .toList();
  private static final List<String> SETTINGS = List.of("weight", "first");
  private static final Pattern SETTING = Pattern.compile("(weight|first)\\s*=");
  private static final String HITS_DESCRIPTION = "the number of hits, a whole number of 1 or more";
  private static final List<String> RETRIEVERS =
      Stream.concat(
              Stream.of("bm25", "ql", "psq", "translate", "sparse", "dense", "retriever"),
              METHODS.stream())
          .toList();
  private static final List<String> OPTIONS =
      List.of("calibrated", "sentences", "translated", "feedback", "gate");

  /** Limits the recursion depth, well above the needs of any sensible pipeline. */
  private static final int MAX_DEPTH = 50;

  /** Limits the number of searches of one query. */
  private static final int MAX_RETRIEVERS = 32;

  private final PipelineScanner text;
  private int depth;
  private int stages;
  private int retrievers;

  PipelineParser(String text) {
    this.text = new PipelineScanner(text);
  }

  Pipeline parse() {
    Pipeline pipeline = pipeline();
    if (!text.atEnd()) {
      throw text.expectedError("\">>\", \"%\" or the end");
    }
    return pipeline;
  }

  private Pipeline pipeline() {
    if (text.accept("lang:")) {
      Set<LanguageRange> languages = languages();
      text.require(">>");
      return new LanguageRestricted(languages, stages(retriever()));
    }
    return stages(retriever());
  }

  private Set<LanguageRange> languages() {
    Set<LanguageRange> languages = new LinkedHashSet<>();
    do {
      int start = text.position();
      String tag = text.readName();
      if (tag.isEmpty() || Language.find(tag).isEmpty()) {
        throw text.expectedErrorAt(start, "the code of a language, such as de");
      }
      languages.add(LanguageRange.of(tag));
    } while (text.accept(","));
    return languages;
  }

  private Pipeline stages(Pipeline first) {
    Pipeline pipeline = first;
    while (text.accept(">>")) {
      if (++stages > MAX_DEPTH) {
        throw text.expectedError("at most " + MAX_DEPTH + " stages (\">> ...\") in one pipeline");
      }
      String name =
          text.readOneOf(STAGES, "rerank, lead(...), hubness(...), balance(...) or translations");
      pipeline =
          truncated(
              switch (name) {
                case "rerank" -> reranked(pipeline);
                case "balance" -> balanced(pipeline);
                case "translations", "versions" -> translationsGrouped(pipeline);
                default -> evidenced(pipeline, Evidence.of(name));
              });
    }
    return pipeline;
  }

  private LanguageBalanced balanced(Pipeline pipeline) {
    text.require("(");
    double share = share("the maximum share of one language, above 0 and up to 1");
    text.require(")");
    return new LanguageBalanced(pipeline, share);
  }

  private Evidenced evidenced(Pipeline pipeline, Evidence evidence) {
    text.require("(");
    text.readOneOf(List.of("weight"), "weight=0.1");
    text.require("=");
    double weight =
        text.readNumber(
            value -> value > 0 && value <= Evidenced.MAX_WEIGHT,
            "the weight of the evidence, above 0 and up to 10");
    text.require(")");
    return new Evidenced(pipeline, evidence, weight);
  }

  private TranslationsGrouped translationsGrouped(Pipeline pipeline) {
    TranslationOptions options = TranslationOptions.DEFAULT;
    if (text.accept("(")) {
      do {
        String setting =
            text.readOneOf(
                List.of("gate", "complete", "margin"), "complete=5, margin=0.6 or gate=0.85");
        text.require("=");
        options =
            switch (setting) {
              case "gate" -> options.withMinSimilarity(minSimilarity());
              case "margin" -> options.withMargin(margin());
              default ->
                  options.withCompleted(
                      text.readCount("the number of hits whose translations are added, 1 or more"));
            };
      } while (text.accept(","));
      text.require(")");
    }
    return new TranslationsGrouped(pipeline, options);
  }

  private double margin() {
    return text.readNumber(
        margin -> margin >= 0 && margin <= TranslationOptions.MAX_MARGIN,
        "by how many standard deviations a text must be above the next one so that its translations"
            + " precede that one, from 0 to 100");
  }

  private double minSimilarity() {
    return text.readNumber(
        cosine -> cosine >= 0 && cosine <= 1,
        "the minimum cosine of two translations, from 0 to 1");
  }

  private Reranked reranked(Pipeline pipeline) {
    Reranked defaults = new Reranked(pipeline, Reranked.DEFAULT_SCORER);
    if (!text.accept("(")) {
      return defaults;
    }
    boolean named = !text.lookingAt(SETTING);
    // A name ends at a comma or the closing parenthesis, because it may be a path.
    String name =
        named
            ? text.readUntil(",)", "the name of a re-ranker, weight=0.7 or first=20, and \")\"")
            : Reranked.DEFAULT_SCORER;
    double weight = defaults.weight();
    int first = defaults.first();
    for (boolean more = !named || text.accept(","); more; more = text.accept(",")) {
      String setting = text.readOneOf(SETTINGS, "weight=0.7 or first=20");
      text.require("=");
      if (setting.equals("weight")) {
        weight = share("the weight of the re-ranker, above 0 and up to 1");
      } else {
        first = text.readCount(HITS_DESCRIPTION);
      }
    }
    text.require(")");
    return new Reranked(pipeline, name, weight, first);
  }

  private Pipeline retriever() {
    if (++depth > MAX_DEPTH) {
      throw text.expectedError("pipelines nested at most " + MAX_DEPTH + " deep");
    }
    Pipeline retriever = primary();
    depth--;
    return retriever;
  }

  private Pipeline primary() {
    if (text.accept("(")) {
      Pipeline inner = pipeline();
      text.require(")");
      return truncated(inner);
    }
    if (text.accept("{")) {
      List<WeightedPipeline> parts = parts();
      text.require("}");
      int methodStart = text.position();
      String method =
          text.readOneOf(METHODS, "a fusion method: rrf, wsum, zsum, interpolate or fair");
      Pipeline fused = fused(method, methodStart, parts);
      return truncated(
          fused instanceof LanguageNormalized fair && text.accept("(")
              ? withStrength(fair)
              : fused);
    }
    int start = text.position();
    String name =
        text.readOneOf(
            RETRIEVERS,
            "bm25, ql, psq, translate, sparse, dense, or a fusion such as {bm25, dense}rrf");
    if (!METHODS.contains(name) && ++retrievers > MAX_RETRIEVERS) {
      throw text.expectedErrorAt(
          start, "at most " + MAX_RETRIEVERS + " retrievers in one pipeline");
    }
    return truncated(
        switch (name) {
          case "bm25" -> bm25();
          case "ql" -> new QueryLikelihood();
          case "psq" -> psq();
          case "translate" -> translate();
          case "sparse" -> new Sparse();
          case "dense" -> dense();
          case "retriever" -> custom();
          default -> {
            text.require("(");
            List<WeightedPipeline> parts = parts();
            text.require(")");
            yield fused(name, start, parts);
          }
        });
  }

  /** Creates a fusion; {@code methodStart} is the position of the method in the text. */
  private Pipeline fused(String method, int methodStart, List<WeightedPipeline> parts) {
    if (!method.equals(LanguageNormalized.METHOD)) {
      return new Fused(FusionMethod.of(method), parts);
    }
    // A fusion of a lexical and a sparse retriever compares the words per language.
    Optional<WeightedPipeline> lexical =
        parts.stream()
            .filter(part -> part.pipeline() instanceof Lexical)
            .findFirst()
            .or(() -> parts.stream().filter(part -> part.pipeline() instanceof Sparse).findFirst());
    boolean oneLexical =
        parts.stream().filter(part -> part.pipeline() instanceof Lexical).count() <= 1;
    if (parts.size() != 2 || lexical.isEmpty() || !oneLexical) {
      throw text.expectedErrorAt(
          methodStart,
          "bm25 or sparse and one other retriever for this method, as in {bm25, dense}fair");
    }
    WeightedPipeline other = parts.get(parts.getFirst().equals(lexical.get()) ? 1 : 0);
    return new LanguageNormalized(lexical.get(), other);
  }

  private LanguageNormalized withStrength(LanguageNormalized fair) {
    text.readOneOf(List.of("strength"), "strength=0.5");
    text.require("=");
    double strength =
        text.readNumber(
            value -> value >= 0 && value <= 1, "the strength of the normalisation, from 0 to 1");
    text.require(")");
    return new LanguageNormalized(fair.lexicalPart(), fair.otherPart(), strength);
  }

  private Custom custom() {
    text.require("(");
    int start = text.position();
    String name = text.readName();
    if (name.isEmpty()) {
      throw text.expectedErrorAt(start, "the name of a retriever that the program supplies");
    }
    text.require(")");
    return new Custom(name);
  }

  private Bm25 bm25() {
    if (!text.accept("(")) {
      return new Bm25();
    }
    text.readOneOf(List.of("title"), "title=2");
    text.require("=");
    double weight =
        text.readNumber(
            value -> value >= 1 && value <= 100, "the weight of words in titles, from 1 to 100");
    text.require(")");
    return new Bm25(weight);
  }

  private Psq psq() {
    if (!text.accept("(")) {
      return new Psq();
    }
    text.readOneOf(List.of("form"), "form=hmm or form=bm25");
    text.require("=");
    String form = text.readOneOf(Psq.Form.codes(), "hmm or bm25");
    text.require(")");
    return new Psq(Psq.Form.of(form));
  }

  private Translate translate() {
    if (!text.accept("(")) {
      return new Translate();
    }
    text.readOneOf(List.of("best"), "best=3");
    text.require("=");
    int best = text.readCount("the maximum number of translations of a word, 1 or more");
    text.require(")");
    return new Translate(best);
  }

  private Dense dense() {
    Optional<Boolean> calibrated = Optional.empty();
    OptionalDouble sentences = OptionalDouble.empty();
    double translated = 0;
    OptionalDouble feedback = OptionalDouble.empty();
    OptionalDouble minSimilarity = OptionalDouble.empty();
    if (text.accept("(")) {
      do {
        String option =
            text.readOneOf(
                OPTIONS,
                "calibrated=yes, calibrated=no, sentences=0.75, translated=0.3, feedback=1, or"
                    + " gate=0.9");
        text.require("=");
        switch (option) {
          case "calibrated" -> {
            String answer = text.readOneOf(List.of("yes", "no"), "yes or no");
            calibrated = Optional.of(answer.equals("yes"));
          }
          case "sentences" ->
              sentences =
                  OptionalDouble.of(
                      text.readNumber(
                          weight -> weight >= 0 && weight <= 1,
                          "the weight of the best sentence, from 0 to 1"));
          case "translated" ->
              translated =
                  text.readNumber(
                      weight -> weight >= 0 && weight <= 1,
                      "the weight of the query's translations, from 0 to 1");
          case "feedback" ->
              feedback =
                  OptionalDouble.of(
                      text.readNumber(
                          weight -> weight >= 0 && weight <= 100,
                          "the weight of the first hits' mean vector, from 0 to 100"));
          default -> minSimilarity = OptionalDouble.of(minSimilarity());
        }
      } while (text.accept(","));
      if (minSimilarity.isPresent() && feedback.isEmpty()) {
        throw text.expectedError("\", feedback=1\", without which \"gate\" has no effect");
      }
      text.require(")");
    }
    return new Dense(
        calibrated,
        sentences,
        translated,
        feedback.orElse(0) == 0
            ? Optional.empty()
            : Optional.of(
                new Feedback(
                    feedback.getAsDouble(),
                    minSimilarity.orElse(Feedback.DEFAULT_MIN_SIMILARITY))));
  }

  private List<WeightedPipeline> parts() {
    List<WeightedPipeline> parts = new ArrayList<>();
    do {
      Pipeline pipeline = retriever();
      parts.add(new WeightedPipeline(pipeline, text.accept(":") ? weight() : 1));
    } while (text.accept(","));
    return parts;
  }

  private Pipeline truncated(Pipeline pipeline) {
    return text.accept("%") ? new Truncated(pipeline, text.readCount(HITS_DESCRIPTION)) : pipeline;
  }

  private double weight() {
    return text.readNumber(
        weight -> weight > 0 && weight < Double.POSITIVE_INFINITY, "a weight above 0, such as 0.4");
  }

  private double share(String description) {
    return text.readNumber(share -> share > 0 && share <= 1, description);
  }
}
