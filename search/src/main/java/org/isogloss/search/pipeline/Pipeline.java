package org.isogloss.search.pipeline;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
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
 * How an answer is found, as pipeline strings such as {@code lang:de,fr >> {bm25, dense}rrf%100 >>
 * rerank(cross-encoder)%10} say it. {@code toString} gives such a string. The grammar:
 *
 * <pre>{@code
 * pipeline  = [ "lang:" language { "," language } ">>" ] retriever { ">>" stage }
 * retriever = ( words | dense | fusion | custom | "(" pipeline ")" ) [ "%" hits ]
 * words     = "bm25" | "ql" | psq | translate
 * psq       = "psq" [ "(" "form=" ( "hmm" | "bm25" ) ")" ]
 * translate = "translate" [ "(" "best=" number ")" ]
 * dense     = "dense" [ "(" option { "," option } ")" ]
 * option    = "calibrated=" ( "yes" | "no" ) | "sentences=" weight
 * custom    = "retriever" "(" name ")"
 * fusion    = "{" parts "}" method  |  method "(" parts ")"
 * method    = "rrf" | "wsum" | "zsum" | "fair"
 * parts     = retriever [ ":" weight ] { "," retriever [ ":" weight ] }
 * stage     = ( rerank | "balance" "(" share ")" ) [ "%" hits ]
 * rerank    = "rerank" [ "(" [ name ] { "," setting } ")" ]
 * setting   = "weight=" weight | "first=" hits
 * }</pre>
 */
public sealed interface Pipeline {
  /** What finds passages by words. */
  sealed interface Lexical extends Pipeline permits Bm25, QueryLikelihood, Psq, Translate {
    /** Whether it asks tables of translations. */
    default boolean usesTables() {
      return this instanceof Psq || this instanceof Translate;
    }
  }

  /** BM25 over the terms of each language. */
  record Bm25() implements Lexical {
    @Override
    public String toString() {
      return "bm25";
    }
  }

  /** Query likelihood over the terms of each language, smoothed as by Jelinek and Mercer. */
  record QueryLikelihood() implements Lexical {
    @Override
    public String toString() {
      return "ql";
    }
  }

  /**
   * Probabilistic structured queries: frequencies of the words of passages, projected to those of
   * the query by a table of translations.
   */
  record Psq(Form form) implements Lexical {
    /** How projected frequencies are scored. */
    public enum Form {
      /**
       * As a hidden Markov model does, projected by {@code p(e | f)} (Xu, Weischedel and Nguyen
       * 2001).
       */
      HMM,
      /** As by BM25, projected by {@code p(f | e)} (Darwish and Oard 2003). */
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

    /** As a hidden Markov model does. */
    public Psq() {
      this(Form.HMM);
    }

    @Override
    public String toString() {
      return form == Form.HMM ? "psq" : "psq(form=" + form.code() + ")";
    }
  }

  /**
   * BM25 over translations, term by term.
   *
   * @param best how many translations of a word are taken, each of which counts as much, 1 or more
   */
  record Translate(int best) implements Lexical {
    public Translate {
      if (best < 1) {
        throw new IllegalArgumentException("best is " + best + ", expected 1 or more");
      }
    }

    /** The likeliest translation of each word. */
    public Translate() {
      this(1);
    }

    @Override
    public String toString() {
      return best == 1 ? "translate" : "translate(best=" + best + ")";
    }
  }

  /**
   * The nearest vectors. What is empty is as the index has it.
   *
   * @param calibrated whether to compare them without the means of their languages
   * @param sentences what the best sentence of a passage counts, from 0 to 1; the passage as a
   *     whole counts the rest
   */
  record Dense(Optional<Boolean> calibrated, OptionalDouble sentences) implements Pipeline {
    public Dense {
      requireNonNull(calibrated, "calibrated is null");
      double weight = sentences.orElse(0);
      if (!(weight >= 0 && weight <= 1)) {
        throw new IllegalArgumentException("sentences is " + weight + ", expected 0 to 1");
      }
    }

    /** As the index has it. */
    public Dense() {
      this(Optional.empty(), OptionalDouble.empty());
    }

    @Override
    public String toString() {
      List<String> options = new ArrayList<>();
      calibrated.ifPresent(yes -> options.add("calibrated=" + (yes ? "yes" : "no")));
      sentences.ifPresent(weight -> options.add("sentences=" + plain(weight)));
      return options.isEmpty() ? "dense" : "dense(" + String.join(", ", options) + ")";
    }
  }

  /**
   * A retriever of the program that searches, which {@link PipelineComponents} finds by its name.
   * Of its hits those count that the index holds, in the languages that are searched.
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

  /** A part of a fusion; {@code weight} is above 0. */
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

  /** Several rankings made one by {@code method}. */
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
   * Words beside another ranking, without what is usual in each language: {@code {bm25,
   * dense}fair}.
   *
   * @param lexicalPart a {@link Lexical} and what it weighs
   * @param otherPart the other ranking
   */
  record LanguageNormalized(WeightedPipeline lexicalPart, WeightedPipeline otherPart)
      implements Pipeline {
    /** The name of the method. */
    static final String METHOD = "fair";

    public LanguageNormalized {
      requireNonNull(otherPart, "other is null");
      if (!(lexicalPart.pipeline() instanceof Lexical)) {
        throw new IllegalArgumentException(lexicalPart.pipeline() + " does not go by words");
      }
    }

    @Override
    public String toString() {
      return "{" + lexicalPart + ", " + otherPart + "}" + METHOD;
    }
  }

  /** The first {@code hits} hits. */
  record Truncated(Pipeline pipeline, int hits) implements Pipeline {
    public Truncated {
      requireNonNull(pipeline, "pipeline is null");
      if (hits < 1) {
        throw new IllegalArgumentException("hits is " + hits + ", expected 1 or more");
      }
    }

    @Override
    public String toString() {
      return operand(pipeline) + "%" + hits;
    }
  }

  /** Passages of some languages only. */
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
          + pipeline;
    }
  }

  /**
   * The best hits, scored by a pair scorer.
   *
   * @param scorer what it is called; {@link #DEFAULT_SCORER} where nobody says
   * @param weight what its scores count, above 0, up to 1: at 1 the order is its own, and so are
   *     the scores; below, the score that a hit came with counts the rest
   * @param first how many hits are scored, from 1; those behind them stay behind them
   */
  record Reranked(Pipeline pipeline, String scorer, double weight, int first) implements Pipeline {
    /** The pair scorer for who names none. */
    public static final String DEFAULT_SCORER = "reranker";

    /** Every hit is scored. */
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

    /** Every hit, in the order of the pair scorer alone. */
    public Reranked(Pipeline pipeline, String scorer) {
      this(pipeline, scorer, 1, ALL);
    }

    @Override
    public String toString() {
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
      String stage = operand(pipeline) + " >> rerank";
      return arguments.isEmpty() ? stage : stage + "(" + String.join(", ", arguments) + ")";
    }
  }

  /** No language takes more than {@code share} of the first hits, from above 0 to 1. */
  record LanguageBalanced(Pipeline pipeline, double share) implements Pipeline {
    public LanguageBalanced {
      requireNonNull(pipeline, "pipeline is null");
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share is " + share + ", expected above 0, up to 1");
      }
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> balance(" + plain(share) + ")";
    }
  }

  /**
   * Reads a pipeline string.
   *
   * @throws IsoglossException if it is none: the message points to the character and says what was
   *     expected there
   */
  static Pipeline parse(String pipeline) {
    return new PipelineParser(pipeline).parse();
  }

  /** Whether vectors have a part in it. */
  default boolean usesVectors() {
    return dense().findAny().isPresent();
  }

  /**
   * Whether the vectors of sentences have a part in it.
   *
   * @param defaultValue whether they have where it does not say so
   */
  default boolean usesSentenceVectors(boolean defaultValue) {
    return dense().anyMatch(dense -> dense.sentences().orElse(defaultValue ? 1 : 0) > 0);
  }

  /** The pair scorer that had the last word on the order; empty where none had. */
  default Optional<String> reranker() {
    return switch (this) {
      case Reranked reranked -> Optional.of(reranked.scorer());
      case Truncated cut -> cut.pipeline().reranker();
      case LanguageRestricted within -> within.pipeline().reranker();
      case LanguageBalanced balanced -> balanced.pipeline().reranker();
      case Lexical words -> Optional.empty();
      case Dense dense -> Optional.empty();
      case Custom custom -> Optional.empty();
      case Fused fused -> Optional.empty();
      case LanguageNormalized fair -> Optional.empty();
    };
  }

  /** All parts that go by words. */
  default List<Lexical> lexicalRetrievers() {
    return leaves().filter(Lexical.class::isInstance).map(Lexical.class::cast).distinct().toList();
  }

  /** All parts that compare vectors. */
  private Stream<Dense> dense() {
    return leaves().filter(Dense.class::isInstance).map(Dense.class::cast);
  }

  /** All retrievers that are not made of others. */
  private Stream<Pipeline> leaves() {
    return switch (this) {
      case Lexical words -> Stream.of(words);
      case Dense dense -> Stream.of(dense);
      case Custom custom -> Stream.of(custom);
      case Fused fused -> fused.parts().stream().flatMap(part -> part.pipeline().leaves());
      case LanguageNormalized fair ->
          Stream.of(fair.lexicalPart(), fair.otherPart()).flatMap(part -> part.pipeline().leaves());
      case Truncated cut -> cut.pipeline().leaves();
      case LanguageRestricted within -> within.pipeline().leaves();
      case Reranked reranked -> reranked.pipeline().leaves();
      case LanguageBalanced balanced -> balanced.pipeline().leaves();
    };
  }

  /** A number as pipeline strings write it: without an exponent, and without a fraction of 0. */
  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** What a stage works on, in brackets where {@code lang:} would reach further than it does. */
  private static String operand(Pipeline pipeline) {
    return pipeline instanceof LanguageRestricted ? "(" + pipeline + ")" : pipeline.toString();
  }
}
