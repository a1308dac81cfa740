package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/**
 * How an answer is found, as pipeline strings such as {@code lang:de,fr >> {bm25, dense}rrf%100 >>
 * rerank(cross-encoder)%10} say it. {@code toString} gives such a string. The grammar:
 *
 * <pre>{@code
 * pipeline  = [ "lang:" language { "," language } ">>" ] retriever { ">>" stage }
 * retriever = ( "bm25" | "dense" | fusion | "(" pipeline ")" ) [ "%" hits ]
 * fusion    = "{" parts "}" method  |  method "(" parts ")"
 * method    = "rrf" | "wsum" | "zsum"
 * parts     = retriever [ ":" weight ] { "," retriever [ ":" weight ] }
 * stage     = ( "rerank" "(" name ")" | "balance" "(" share ")" ) [ "%" hits ]
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

  /** The nearest vectors. */
  record Dense() implements Pipeline {
    @Override
    public String toString() {
      return "dense";
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

  /** The best hits in the order of the pair scorer called {@code scorer}. */
  record Reranked(Pipeline pipeline, String scorer) implements Pipeline {
    public Reranked {
      requireNonNull(pipeline, "pipeline is null");
      requireNonNull(scorer, "scorer is null");
    }

    @Override
    public String toString() {
      return operand(pipeline) + " >> rerank(" + scorer + ")";
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
    return switch (this) {
      case Bm25 bm25 -> false;
      case Dense dense -> true;
      case Fused fused -> fused.parts().stream().anyMatch(part -> part.pipeline().usesVectors());
      case Cut cut -> cut.pipeline().usesVectors();
      case Within within -> within.pipeline().usesVectors();
      case Reranked reranked -> reranked.pipeline().usesVectors();
      case Balanced balanced -> balanced.pipeline().usesVectors();
    };
  }

  /** What a stage works on, in brackets where {@code lang:} would reach further than it does. */
  private static String operand(Pipeline pipeline) {
    return pipeline instanceof Within ? "(" + pipeline + ")" : pipeline.toString();
  }
}
