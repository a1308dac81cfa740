package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/**
 * How an answer is found, as pipeline strings such as {@code lang:de,fr >> {bm25, dense}rrf%100 >>
 * rerank(cross-encoder)%10} say it. {@code toString} gives such a string. The grammar:
 *
 * <pre>{@code
 * pipeline  = [ "lang:" language { "," language } ">>" ] retriever { ">>" stage }
 * retriever = ( "bm25" | dense | fusion | "(" pipeline ")" ) [ "%" hits ]
 * dense     = "dense" [ "(" option { "," option } ")" ]
 * option    = "calibrated=" ( "yes" | "no" ) | "sentences=" weight
 * fusion    = "{" parts "}" method  |  method "(" parts ")"
 * method    = "rrf" | "wsum" | "zsum" | "fair"
 * parts     = retriever [ ":" weight ] { "," retriever [ ":" weight ] }
 * stage     = ( rerank | "balance" "(" share ")" ) [ "%" hits ]
 * rerank    = "rerank" [ "(" [ name ] { "," setting } ")" ]
 * setting   = "weight=" weight | "first=" hits
 * }</pre>
 */
public sealed interface Pipeline {
  /** BM25 over the terms of each language. */
  record Bm25() implements Pipeline {
    @Override
    public String toString() {
      return "bm25";
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
      sentences.ifPresent(weight -> options.add("sentences=" + weight));
      return options.isEmpty() ? "dense" : "dense(" + String.join(", ", options) + ")";
    }
  }

  /** A part of a fusion; {@code weight} is above 0. */
  record Part(Pipeline pipeline, double weight) {
    public Part {
      requireNonNull(pipeline, "pipeline is null");
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("weight is " + weight + ", expected more than 0");
      }
    }

    @Override
    public String toString() {
      String text = pipeline.toString();
      String nested = text.contains(" >> ") ? "(" + text + ")" : text;
      return weight == 1 ? nested : nested + ":" + weight;
    }
  }

  /** Several rankings made one by {@code method}: {@code rrf}, {@code wsum} or {@code zsum}. */
  record Fused(String method, List<Part> parts) implements Pipeline {
    public Fused {
      requireNonNull(method, "method is null");
      parts = List.copyOf(parts);
    }

    @Override
    public String toString() {
      return parts.stream().map(Part::toString).collect(Collectors.joining(", ", "{", "}"))
          + method;
    }
  }

  /**
   * BM25 beside another ranking, without what is usual in each language: {@code {bm25, dense}fair}.
   *
   * @param words what BM25 weighs, above 0
   * @param other the other ranking
   */
  record Fair(double words, Part other) implements Pipeline {
    /** The name of the method. */
    static final String METHOD = "fair";

    public Fair {
      requireNonNull(other, "other is null");
      new Part(new Bm25(), words);
    }

    @Override
    public String toString() {
      return "{" + new Part(new Bm25(), words) + ", " + other + "}" + METHOD;
    }
  }

  /** The first {@code hits} hits. */
  record Cut(Pipeline pipeline, int hits) implements Pipeline {
    public Cut {
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
  record Within(Set<Language> languages, Pipeline pipeline) implements Pipeline {
    public Within {
      requireNonNull(pipeline, "pipeline is null");
      languages = Collections.unmodifiableSet(new LinkedHashSet<>(languages));
    }

    @Override
    public String toString() {
      return languages.stream().map(Language::tag).collect(Collectors.joining(",", "lang:", ""))
          + " >> "
          + pipeline;
    }
  }

  /**
   * The best hits, scored by a pair scorer.
   *
   * @param scorer what it is called; {@link #USUAL} where nobody says
   * @param weight what its scores count, above 0, up to 1: at 1 the order is its own, and so are
   *     the scores; below, the score that a hit came with counts the rest
   * @param first how many hits are scored, from 1; those behind them stay behind them
   */
  record Reranked(Pipeline pipeline, String scorer, double weight, int first) implements Pipeline {
    /** The pair scorer for who names none. */
    public static final String USUAL = "reranker";

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
      if (!scorer.equals(USUAL)) {
        arguments.add(scorer);
      }
      if (weight < 1) {
        arguments.add("weight=" + weight);
      }
      if (first < ALL) {
        arguments.add("first=" + first);
      }
      String stage = operand(pipeline) + " >> rerank";
      return arguments.isEmpty() ? stage : stage + "(" + String.join(", ", arguments) + ")";
    }
  }

  /** No language takes more than {@code share} of the first hits, from above 0 to 1. */
  record Balanced(Pipeline pipeline, double share) implements Pipeline {
    public Balanced {
      requireNonNull(pipeline, "pipeline is null");
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share is " + share + ", expected above 0, up to 1");
      }
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> balance(" + share + ")";
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
   * @param unsaid whether they have where it does not say so
   */
  default boolean usesSentences(boolean unsaid) {
    return dense().anyMatch(dense -> dense.sentences().orElse(unsaid ? 1 : 0) > 0);
  }

  /** The pair scorer that had the last word on the order; empty where none had. */
  default Optional<String> reranker() {
    return switch (this) {
      case Reranked reranked -> Optional.of(reranked.scorer());
      case Cut cut -> cut.pipeline().reranker();
      case Within within -> within.pipeline().reranker();
      case Balanced balanced -> balanced.pipeline().reranker();
      case Bm25 bm25 -> Optional.empty();
      case Dense dense -> Optional.empty();
      case Fused fused -> Optional.empty();
      case Fair fair -> Optional.empty();
    };
  }

  /** All parts that compare vectors. */
  private Stream<Dense> dense() {
    return switch (this) {
      case Bm25 bm25 -> Stream.empty();
      case Dense dense -> Stream.of(dense);
      case Fused fused -> fused.parts().stream().flatMap(part -> part.pipeline().dense());
      case Fair fair -> fair.other().pipeline().dense();
      case Cut cut -> cut.pipeline().dense();
      case Within within -> within.pipeline().dense();
      case Reranked reranked -> reranked.pipeline().dense();
      case Balanced balanced -> balanced.pipeline().dense();
    };
  }

  /** What a stage works on, in brackets where {@code lang:} would reach further than it does. */
  private static String operand(Pipeline pipeline) {
    return pipeline instanceof Within ? "(" + pipeline + ")" : pipeline.toString();
  }
}
