// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static java.util.Objects.requireNonNull;
import static org.isogloss.api.pipeline.PipelineScanner.plain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.LanguageRange;

/**
 * A retrieval pipeline: the syntax tree of a pipeline string such as {@code lang:de,fr >> {bm25,
 * dense}rrf%100 >> rerank(cross-encoder)%10}. {@code toString} returns such a string. The grammar:
 *
 * <pre>{@code
 * pipeline  = [ "lang:" language { "," language } ">>" ] retriever { ">>" stage }
 * retriever = ( words | "sparse" | dense | fusion | custom | "(" pipeline ")" ) [ "%" hits ]
 * words     = "bm25" [ "(" "title=" weight ")" ] | "ql" | psq | translate
 * psq       = "psq" [ "(" "form=" ( "hmm" | "bm25" ) ")" ]
 * translate = "translate" [ "(" "best=" number ")" ]
 * dense     = "dense" [ "(" option { "," option } ")" ]
 * option    = "calibrated=" ( "yes" | "no" ) | "sentences=" weight | "translated=" weight
 *           | "feedback=" weight | "gate=" cosine
 * custom    = "retriever" "(" name ")"
 * fusion    = "{" parts "}" method  |  method "(" parts ")"
 * method    = "rrf" | "wsum" | "zsum" | "interpolate" | "fair" [ "(" "strength=" strength ")" ]
 * parts     = retriever [ ":" weight ] { "," retriever [ ":" weight ] }
 * stage     = ( rerank | evidence | "balance" "(" share ")" | translations ) [ "%" hits ]
 * rerank    = "rerank" [ "(" [ name ] { "," setting } ")" ]
 * setting   = "weight=" weight | "first=" hits
 * evidence  = ( "lead" | "hubness" ) "(" "weight=" weight ")"
 * translations = ( "translations" | "versions" ) [ "(" grouping { "," grouping } ")" ]
 * grouping  = "complete=" hits | "gate=" cosine
 * }</pre>
 */
public sealed interface Pipeline {
  /** BM25 over the terms of each language: {@code bm25}. */
  static Pipeline bm25() {
    return new Bm25();
  }

  /** Nearest-neighbour search over vectors, with the settings of the index: {@code dense}. */
  static Pipeline dense() {
    return new Dense();
  }

  /** Weights of terms by the sparse model of the index: {@code sparse}. */
  static Pipeline sparse() {
    return new Sparse();
  }

  /** Probabilistic structured queries by translation tables: {@code psq}. */
  static Pipeline psq() {
    return new Psq();
  }

  /** BM25 over the terms of the query's translations: {@code translate}. */
  static Pipeline translate() {
    return new Translate();
  }

  /**
   * Returns the fusion of this lexical or sparse retriever with another retriever, in which all
   * languages are alike: <code>{bm25, dense}fair</code>.
   *
   * @throws IllegalArgumentException if this is neither a {@link Lexical} retriever nor {@link
   *     Sparse}
   */
  default Pipeline fair(Pipeline other) {
    return new LanguageNormalized(new WeightedPipeline(this, 1), new WeightedPipeline(other, 1));
  }

  /** Returns the reciprocal rank fusion of this pipeline with another one. */
  default Pipeline rrf(Pipeline other) {
    return new Fused(
        FusionMethod.RRF, List.of(new WeightedPipeline(this, 1), new WeightedPipeline(other, 1)));
  }

  /** Returns this pipeline, limited to its first hits: {@code %hits}. */
  default Pipeline first(int hits) {
    return new Truncated(this, hits);
  }

  /** Returns this pipeline with its hits re-ranked by the default re-ranker. */
  default Pipeline rerank() {
    return rerank(Reranked.DEFAULT_SCORER);
  }

  /** Returns this pipeline with its hits re-ranked by a re-ranker. */
  default Pipeline rerank(String scorer) {
    return new Reranked(this, scorer);
  }

  /** A lexical retriever. */
  sealed interface Lexical extends Pipeline permits Bm25, QueryLikelihood, Psq, Translate {
    /** Whether the retriever uses translation tables. */
    default boolean usesTables() {
      return this instanceof Psq || this instanceof Translate;
    }
  }

  /**
   * BM25 over the terms of each language.
   *
   * @param title weight of words in titles, from 1 to 100; 1 if they count like those of the text
   */
  record Bm25(double title) implements Lexical {
    public Bm25 {
      if (!(title >= 1 && title <= 100)) {
        throw new IllegalArgumentException("title is " + title + ", expected 1 to 100");
      }
    }

    /** Words in titles count like those of the text. */
    public Bm25() {
      this(1);
    }

    @Override
    public String toString() {
      return title == 1 ? "bm25" : "bm25(title=" + plain(title) + ")";
    }
  }

  /** Query likelihood over the terms of each language, with Jelinek-Mercer smoothing. */
  record QueryLikelihood() implements Lexical {
    @Override
    public String toString() {
      return "ql";
    }
  }

  /**
   * Probabilistic structured queries: term frequencies of passages are projected to the terms of
   * the query with a translation table.
   */
  record Psq(Form form) implements Lexical {
    /** The scoring function of projected frequencies. */
    public enum Form {
      /**
       * A hidden Markov model over frequencies projected with {@code p(e | f)} (Xu, Weischedel and
       * Nguyen 2001).
       */
      HMM,
      /** BM25 over frequencies projected with {@code p(f | e)} (Darwish and Oard 2003). */
      BM25;

      String code() {
        return name().toLowerCase(Locale.ROOT);
      }

      static Form of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
      }

      static List<String> codes() {
        return Stream.of(values()).map(Form::code).toList();
      }
    }

    public Psq {
      requireNonNull(form, "form is null");
    }

    /** PSQ in the form of a hidden Markov model. */
    public Psq() {
      this(Form.HMM);
    }

    @Override
    public String toString() {
      return form == Form.HMM ? "psq" : "psq(form=" + form.code() + ")";
    }
  }

  /**
   * BM25 over the terms of the query's translation into each language by a translation model, or
   * over the translations of each query term by a table where there is no such model.
   *
   * @param best for tables: maximum number of translations of a word, 1 or more; all have the same
   *     weight
   */
  record Translate(int best) implements Lexical {
    public Translate {
      if (best < 1) {
        throw new IllegalArgumentException("best is " + best + ", expected 1 or more");
      }
    }

    /** Only the most probable translation of each word. */
    public Translate() {
      this(1);
    }

    @Override
    public String toString() {
      return best == 1 ? "translate" : "translate(best=" + best + ")";
    }
  }

  /** The dot product of the weights of terms in query and passage, by the model of the index. */
  record Sparse() implements Pipeline {
    @Override
    public String toString() {
      return "sparse";
    }
  }

  /**
   * Nearest-neighbour search over vectors. An empty option has the setting of the index.
   *
   * @param calibrated whether the mean vectors of languages are subtracted before the comparison
   * @param sentences weight of the best sentence of a passage, from 0 to 1; the vector of the whole
   *     passage has the remaining weight
   * @param translated weight of the mean vector of the query's translations, from 0 to 1; the
   *     query's own vector has the remaining weight
   * @param feedback how a second search uses the hits of the first; empty for one search
   */
  record Dense(
      Optional<Boolean> calibrated,
      OptionalDouble sentences,
      double translated,
      Optional<Feedback> feedback)
      implements Pipeline {
    public Dense {
      requireNonNull(calibrated, "calibrated is null");
      requireNonNull(feedback, "feedback is null");
      requireWeight("sentences", sentences.orElse(0));
      requireWeight("translated", translated);
    }

    private static void requireWeight(String option, double weight) {
      if (!(weight >= 0 && weight <= 1)) {
        throw new IllegalArgumentException(option + " is " + weight + ", expected 0 to 1");
      }
    }

    /** Dense retrieval with the settings of the index. */
    public Dense() {
      this(Optional.empty(), OptionalDouble.empty());
    }

    /** Dense retrieval by one search. */
    public Dense(Optional<Boolean> calibrated, OptionalDouble sentences) {
      this(calibrated, sentences, 0, Optional.empty());
    }

    @Override
    public String toString() {
      List<String> options = new ArrayList<>();
      calibrated.ifPresent(yes -> options.add("calibrated=" + (yes ? "yes" : "no")));
      sentences.ifPresent(weight -> options.add("sentences=" + plain(weight)));
      if (translated > 0) {
        options.add("translated=" + plain(translated));
      }
      feedback.ifPresent(
          found -> {
            options.add("feedback=" + plain(found.weight()));
            if (found.minSimilarity() != Feedback.DEFAULT_MIN_SIMILARITY) {
              options.add("gate=" + plain(found.minSimilarity()));
            }
          });
      return options.isEmpty() ? "dense" : "dense(" + String.join(", ", options) + ")";
    }
  }

  /**
   * Feedback from translations: a second search with the query's vector plus the weighted mean
   * vector of the first hit and of the first hit in each other language that is near it
   * (pseudo-relevance feedback on vectors, Li et al., "Pseudo Relevance Feedback with Deep Language
   * Models and Dense Retrievers", TOIS 2023, with a minimum similarity).
   *
   * @param weight weight of the mean vector; that of the query is 1
   * @param minSimilarity minimum cosine of a hit's vector with that of the first hit, from 0 to 1
   */
  record Feedback(double weight, double minSimilarity) {
    /** The minimum similarity of a pipeline that does not set one. */
    public static final double DEFAULT_MIN_SIMILARITY = 0.9;

    public Feedback {
      if (!(weight > 0 && weight <= 100)) {
        throw new IllegalArgumentException(
            "feedback is " + weight + ", expected above 0, up to 100");
      }
      if (!(minSimilarity >= 0 && minSimilarity <= 1)) {
        throw new IllegalArgumentException(
            "minSimilarity is " + minSimilarity + ", expected 0 to 1");
      }
    }
  }

  /**
   * A retriever that the program supplies, found by its name. Hits that the index does not contain
   * or that are not in the searched languages are dropped.
   *
   * @param name letters, digits, {@code -} and {@code _}
   */
  record Custom(String name) implements Pipeline {
    public Custom {
      if (!requireNonNull(name, "name is null").matches("[\\p{L}\\p{N}_-]+")) {
        throw new IllegalArgumentException(
            "the retriever is named \"" + name + "\", expected letters, digits, \"-\" and \"_\"");
      }
    }

    @Override
    public String toString() {
      return "retriever(" + name + ")";
    }
  }

  /** A component of a fusion with its weight, which is finite and above 0. */
  record WeightedPipeline(Pipeline pipeline, double weight) {
    public WeightedPipeline {
      requireNonNull(pipeline, "pipeline is null");
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("weight is " + weight + ", expected more than 0");
      }
    }

    @Override
    public String toString() {
      String text = pipeline.toString();
      String nested = text.contains(" >> ") ? "(" + text + ")" : text;
      return weight == 1 ? nested : nested + ":" + plain(weight);
    }
  }

  /** Several rankings combined by {@code method}. */
  record Fused(FusionMethod method, List<WeightedPipeline> parts) implements Pipeline {
    public Fused {
      requireNonNull(method, "method is null");
      parts = List.copyOf(parts);
    }

    @Override
    public String toString() {
      return parts.stream()
              .map(WeightedPipeline::toString)
              .collect(Collectors.joining(", ", "{", "}"))
          + method.code();
    }
  }

  /**
   * A lexical ranking fused with another one after normalising the lexical scores per language:
   * {@code {bm25, dense}fair}.
   *
   * @param lexicalPart a {@link Lexical} retriever or {@link Sparse}, with its weight
   * @param otherPart the other retriever with its weight
   * @param strength strength of the normalisation, from 0 (a plain sum, which prefers languages
   *     with lexical matches, mainly that of the query) to 1 (all languages alike)
   */
  record LanguageNormalized(
      WeightedPipeline lexicalPart, WeightedPipeline otherPart, double strength)
      implements Pipeline {
    /** The name of the method. */
    static final String METHOD = "fair";

    public LanguageNormalized {
      requireNonNull(otherPart, "otherPart is null");
      if (!isLexical(lexicalPart.pipeline())) {
        throw new IllegalArgumentException(lexicalPart.pipeline() + " is not a lexical retriever");
      }
      if (!(strength >= 0 && strength <= 1)) {
        throw new IllegalArgumentException("strength is " + strength + ", expected 0 to 1");
      }
    }

    /** Whether the scores of a retriever can be normalised per language. */
    static boolean isLexical(Pipeline pipeline) {
      return pipeline instanceof Lexical || pipeline instanceof Sparse;
    }

    /** All languages alike. */
    public LanguageNormalized(WeightedPipeline lexicalPart, WeightedPipeline otherPart) {
      this(lexicalPart, otherPart, 1);
    }

    @Override
    public String toString() {
      return "{" + lexicalPart + ", " + otherPart + "}" + methodName();
    }

    /** The method with its setting. */
    String methodName() {
      return METHOD + (strength == 1 ? "" : "(strength=" + plain(strength) + ")");
    }
  }

  /** At most the first {@code hits} hits. */
  record Truncated(Pipeline pipeline, int hits) implements Pipeline {
    public Truncated {
      requireNonNull(pipeline, "pipeline is null");
      if (hits < 1) {
        throw new IllegalArgumentException("hits is " + hits + ", expected 1 or more");
      }
    }

    @Override
    public String toString() {
      return (pipeline instanceof Truncated ? "(" + pipeline + ")" : operand(pipeline))
          + "%"
          + hits;
    }
  }

  /** Only passages in some languages. */
  record LanguageRestricted(Set<LanguageRange> languages, Pipeline pipeline) implements Pipeline {
    public LanguageRestricted {
      requireNonNull(pipeline, "pipeline is null");
      languages = Collections.unmodifiableSet(new LinkedHashSet<>(languages));
    }

    @Override
    public String toString() {
      return languages.stream()
              .map(LanguageRange::toString)
              .collect(Collectors.joining(",", "lang:", ""))
          + " >> "
          + operand(pipeline);
    }
  }

  /**
   * The first hits re-ranked by a pair scorer.
   *
   * @param pipeline the pipeline whose hits are re-ranked
   * @param scorer name of the pair scorer; {@link #DEFAULT_SCORER} by default
   * @param weight weight of the pair scorer's scores, above 0 and at most 1. At 1, its scores
   *     replace those of the hits; below 1, the original scores have the remaining weight
   * @param first number of hits to score, 1 or more; the other hits follow in their original order
   */
  record Reranked(Pipeline pipeline, String scorer, double weight, int first) implements Pipeline {
    /** Name of the default pair scorer. */
    public static final String DEFAULT_SCORER = "reranker";

    /** The value of {@code first} that means all hits. */
    public static final int ALL = Integer.MAX_VALUE;

    public Reranked {
      requireNonNull(pipeline, "pipeline is null");
      requireNonNull(scorer, "scorer is null");
      if (!(weight > 0 && weight <= 1)) {
        throw new IllegalArgumentException("weight is " + weight + ", expected above 0, up to 1");
      }
      if (first < 1) {
        throw new IllegalArgumentException("first is " + first + ", expected 1 or more");
      }
    }

    /** All hits, ordered only by the pair scorer. */
    public Reranked(Pipeline pipeline, String scorer) {
      this(pipeline, scorer, 1, ALL);
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> " + stageName();
    }

    /** The stage without its input. */
    String stageName() {
      List<String> arguments = new ArrayList<>();
      if (!scorer.equals(DEFAULT_SCORER)) {
        arguments.add(scorer);
      }
      if (weight < 1) {
        arguments.add("weight=" + plain(weight));
      }
      if (first < ALL) {
        arguments.add("first=" + first);
      }
      return arguments.isEmpty() ? "rerank" : "rerank(" + String.join(", ", arguments) + ")";
    }
  }

  /**
   * The first hits in the order of their scores and of evidence about them: {@code z(s) + weight
   * e}, where {@code s} is the score of a hit, {@code z} the standard score over these hits, and
   * {@code e} the evidence in standard deviations.
   *
   * @param weight above 0, at most 10
   */
  record Evidenced(Pipeline pipeline, Evidence evidence, double weight) implements Pipeline {
    static final double MAX_WEIGHT = 10;

    public Evidenced {
      requireNonNull(pipeline, "pipeline is null");
      requireNonNull(evidence, "evidence is null");
      if (!(weight > 0 && weight <= MAX_WEIGHT)) {
        throw new IllegalArgumentException("weight is " + weight + ", expected above 0, up to 10");
      }
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> " + stageName();
    }

    /** The stage without its input. */
    String stageName() {
      return evidence.code() + "(weight=" + plain(weight) + ")";
    }
  }

  /**
   * Limits the share of each language in the first hits to {@code share}, above 0 and at most 1.
   */
  record LanguageBalanced(Pipeline pipeline, double share) implements Pipeline {
    public LanguageBalanced {
      requireNonNull(pipeline, "pipeline is null");
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share is " + share + ", expected above 0, up to 1");
      }
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> " + stageName();
    }

    /** The stage without its input. */
    String stageName() {
      return "balance(" + plain(share) + ")";
    }
  }

  /**
   * Moves the translations of a hit to the ranks below it, and adds those of the first hits that
   * were not found. The index has vectors.
   */
  record TranslationsGrouped(Pipeline pipeline, TranslationOptions options) implements Pipeline {
    public TranslationsGrouped {
      requireNonNull(pipeline, "pipeline is null");
      requireNonNull(options, "options are null");
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> " + options;
    }
  }

  /**
   * Parses a pipeline string.
   *
   * @throws IsoglossException if the string is invalid; the message states the position and what
   *     was expected there
   */
  static Pipeline parse(String pipeline) {
    return new PipelineParser(pipeline).parse();
  }

  /** Whether the pipeline uses the vector of the query. */
  default boolean usesVectors() {
    return denseRetrievers().findAny().isPresent()
        || parts()
            .anyMatch(
                part ->
                    part instanceof Evidenced evidenced && evidenced.evidence() == Evidence.LEAD);
  }

  /** Whether the pipeline uses sentence vectors. */
  default boolean usesSentenceVectors() {
    return denseRetrievers().anyMatch(dense -> dense.sentences().orElse(0) > 0);
  }

  /** Whether the pipeline uses translations of the query's text by translation models. */
  default boolean usesTranslationModels() {
    return leaves().anyMatch(Translate.class::isInstance) || usesTranslatedVectors();
  }

  /** Whether the pipeline uses vectors of translations, for which tables do not suffice. */
  default boolean usesTranslatedVectors() {
    return denseRetrievers().anyMatch(dense -> dense.translated() > 0);
  }

  /** Name of the last pair scorer that determines the order; empty if there is none. */
  default Optional<String> reranker() {
    return switch (this) {
      case Reranked reranked -> Optional.of(reranked.scorer());
      case Truncated truncated -> truncated.pipeline().reranker();
      case LanguageRestricted restricted -> restricted.pipeline().reranker();
      case Evidenced evidenced -> evidenced.pipeline().reranker();
      case LanguageBalanced balanced -> balanced.pipeline().reranker();
      case TranslationsGrouped grouped -> grouped.pipeline().reranker();
      case Lexical lexical -> Optional.empty();
      case Sparse sparse -> Optional.empty();
      case Dense dense -> Optional.empty();
      case Custom custom -> Optional.empty();
      case Fused fused -> Optional.empty();
      case LanguageNormalized fair -> Optional.empty();
    };
  }

  /** All distinct lexical retrievers of the pipeline. */
  default List<Lexical> lexicalRetrievers() {
    return leaves().filter(Lexical.class::isInstance).map(Lexical.class::cast).distinct().toList();
  }

  /** Whether the pipeline uses the weights of terms by a sparse model. */
  default boolean usesSparseVectors() {
    return leaves().anyMatch(Sparse.class::isInstance);
  }

  /** All dense retrievers of the pipeline. */
  private Stream<Dense> denseRetrievers() {
    return leaves().filter(Dense.class::isInstance).map(Dense.class::cast);
  }

  /** Names of all pair scorers of the pipeline. */
  default Set<String> rerankers() {
    return parts()
        .filter(Reranked.class::isInstance)
        .map(part -> ((Reranked) part).scorer())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** All retrievers that do not contain other retrievers. */
  private Stream<Pipeline> leaves() {
    return parts().filter(part -> part.inputs().isEmpty());
  }

  /** This pipeline and all pipelines in it. */
  private Stream<Pipeline> parts() {
    return Stream.concat(Stream.of(this), inputs().stream().flatMap(Pipeline::parts));
  }

  /** The pipelines whose hits this one fuses or changes. */
  private List<Pipeline> inputs() {
    return switch (this) {
      case Lexical lexical -> List.of();
      case Sparse sparse -> List.of();
      case Dense dense -> List.of();
      case Custom custom -> List.of();
      case Fused fused -> fused.parts().stream().map(WeightedPipeline::pipeline).toList();
      case LanguageNormalized fair ->
          List.of(fair.lexicalPart().pipeline(), fair.otherPart().pipeline());
      case Truncated truncated -> List.of(truncated.pipeline());
      case LanguageRestricted restricted -> List.of(restricted.pipeline());
      case Reranked reranked -> List.of(reranked.pipeline());
      case Evidenced evidenced -> List.of(evidenced.pipeline());
      case LanguageBalanced balanced -> List.of(balanced.pipeline());
      case TranslationsGrouped grouped -> List.of(grouped.pipeline());
    };
  }

  /**
   * Formats the input of a stage, in parentheses if its {@code lang:} would otherwise apply to the
   * whole pipeline, or follow another one.
   */
  private static String operand(Pipeline pipeline) {
    return pipeline instanceof LanguageRestricted ? "(" + pipeline + ")" : pipeline.toString();
  }
}
