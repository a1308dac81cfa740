package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.MosesFolder;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.neural.MateValidation;
import org.isogloss.neural.PairGroup;
import org.isogloss.neural.ParallelSentences;
import org.isogloss.neural.Validation;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerValidation;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.text.Encoding;

/** Finds translations with a bi-encoder, to say how good it is. */
public final class BiEncoderValidation {
  /** The same pool in every training. */
  private static final long MIXED_POOL_SEED = 1;

  private final RankerValidation plan;
  private final RankerBase base;
  private final Function<List<Encoding>, Tensor> encoder;

  /**
   * A validation.
   *
   * @param encoder gives unit vectors {@code [texts, dimension]}, such as {@link
   *     BiEncoder#vectors(List)}
   */
  public BiEncoderValidation(
      RankerValidation plan, RankerBase base, Function<List<Encoding>, Tensor> encoder) {
    this.plan = requireNonNull(plan, "plan is null");
    this.base = requireNonNull(base, "base is null");
    this.encoder = requireNonNull(encoder, "encoder is null");
  }

  /**
   * Held-out pairs, sentences in many languages, and what is only watched; empty where nothing
   * decides.
   */
  public Optional<Validation> of(TextCorpus corpus) {
    MateValidation validation = new MateValidation();
    for (PairGroup group : corpus.heldOut()) {
      int size = Math.min(group.size(), plan.heldOutEach());
      if (size > 0) {
        Mates mates =
            new Mates(texts(corpus, group.left(), size), texts(corpus, group.right(), size));
        validation.add("held-out", group.name(), mates::accuracy);
      }
    }
    plan.sentences()
        .map(folder -> ParallelSentences.read(folder).first(plan.sentencesEach()))
        .ifPresent(sentences -> find(sentences, validation));
    plan.watched().ifPresent(folder -> watch(folder, validation));
    return validation.isEmpty() ? Optional.empty() : Optional.of(validation);
  }

  /** Translations language by language, and passages in a pool of all. */
  private void find(ParallelSentences sentences, MateValidation validation) {
    if (!sentences.others().isEmpty()) {
      validation.add("sentences", new Parallel(sentences)::accuracies);
    }
    if (plan.passageSentences() > 0) {
      MixedPool pool =
          new MixedPool(encoder, base, sentences, plan.passageSentences(), MIXED_POOL_SEED);
      validation.add("mixed", "all", pool::meanReciprocalRank);
    }
  }

  /** The side named second, English in Tatoeba's files, is searched. */
  private void watch(Path folder, MateValidation validation) {
    String collection = requireNonNull(folder.getFileName(), "a folder needs a name").toString();
    for (MosesFolder.Entry entry : MosesFolder.open(folder).entries()) {
      List<String> source = new ArrayList<>();
      List<String> target = new ArrayList<>();
      try (Records<SentencePair> pairs = entry.read(OnError.FAIL)) {
        while (pairs.hasNext() && source.size() < plan.watchedEach()) {
          SentencePair pair = pairs.next();
          source.add(pair.source());
          target.add(pair.target());
        }
      }
      if (!source.isEmpty()) {
        validation.watch(collection, entry.pairName(), new Mates(target, source)::accuracy);
      }
    }
  }

  private static List<String> texts(TextCorpus corpus, int[] sentences, int size) {
    return IntStream.range(0, size).mapToObj(i -> corpus.text(sentences[i])).toList();
  }

  /** Sentences whose translations are to be found. */
  private final class Mates {
    private final List<Encoding> searched;
    private final List<Encoding> asking;
    private final int[] keys;

    Mates(List<String> searched, List<String> asking) {
      this.searched = searched.stream().map(base::query).toList();
      this.asking = asking.stream().map(base::query).toList();
      this.keys = MateValidation.keys(searched);
    }

    // The scope frees what is made inside it.
    @SuppressWarnings("try")
    double accuracy() {
      try (PointerScope scope = new PointerScope()) {
        Tensor left = encoder.apply(searched);
        return MateValidation.accuracy(encoder.apply(asking), left, keys);
      }
    }
  }

  /** English sentences that many languages ask for: they are encoded once for all. */
  private final class Parallel {
    private final List<Encoding> english;
    private final int[] keys;
    private final Map<Language, List<Encoding>> others = new LinkedHashMap<>();

    Parallel(ParallelSentences sentences) {
      this.english = sentences.english().stream().map(base::query).toList();
      this.keys = MateValidation.keys(sentences.english());
      sentences
          .others()
          .forEach(
              (language, texts) -> others.put(language, texts.stream().map(base::query).toList()));
    }

    // The scopes free what is made inside them.
    @SuppressWarnings("try")
    Map<String, Double> accuracies() {
      Map<String, Double> accuracies = new LinkedHashMap<>();
      try (PointerScope scope = new PointerScope()) {
        Tensor searched = encoder.apply(english);
        others.forEach(
            (language, asking) -> {
              try (PointerScope inner = new PointerScope()) {
                accuracies.put(
                    language.tag(), MateValidation.accuracy(encoder.apply(asking), searched, keys));
              }
            });
      }
      return accuracies;
    }
  }
}
