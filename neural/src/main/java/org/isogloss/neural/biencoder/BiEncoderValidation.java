// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
import org.isogloss.neural.Validation;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.ranker.RankerValidationOptions;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.neural.validation.ValidationSentences;
import org.isogloss.text.Encoding;

/** Measures the quality of a bi-encoder by the retrieval of translations and judged passages. */
public final class BiEncoderValidation {
  /** A constant seed, so that the pool is the same in every training. */
  private static final long MIXED_POOL_SEED = 1;

  private final RankerValidationOptions options;
  private final PretrainedModel base;
  private final Function<List<Encoding>, Tensor> queryEncoder;
  private final Function<List<Encoding>, Tensor> candidateEncoder;

  /**
   * Creates a validation.
   *
   * @param encoder returns unit vectors {@code [texts, dimension]}, for example {@link
   *     BiEncoder#vectors(List)}
   */
  public BiEncoderValidation(
      RankerValidationOptions options,
      PretrainedModel base,
      Function<List<Encoding>, Tensor> encoder) {
    this(options, base, encoder, encoder);
  }

  /**
   * Creates a validation of an encoder that reads queries otherwise than passages.
   *
   * @param queryEncoder returns vectors {@code [texts, dimension]}, whose product is the similarity
   * @param candidateEncoder the same for the texts among which their translations are found
   */
  public BiEncoderValidation(
      RankerValidationOptions options,
      PretrainedModel base,
      Function<List<Encoding>, Tensor> queryEncoder,
      Function<List<Encoding>, Tensor> candidateEncoder) {
    this.options = requireNonNull(options, "options is null");
    this.base = requireNonNull(base, "base is null");
    this.queryEncoder = requireNonNull(queryEncoder, "queryEncoder is null");
    this.candidateEncoder = requireNonNull(candidateEncoder, "candidateEncoder is null");
  }

  /**
   * Returns the validation with the held-out pairs, the multilingual sentences, and the collections
   * that are only monitored; empty if no part contributes to the score.
   */
  public Optional<Validation> forCorpus(TextCorpus corpus) {
    return forCorpus(corpus, Optional.empty());
  }

  /**
   * Returns the validation with the held-out judged queries too.
   *
   * @param judged the judged queries, if the encoder is trained on some
   */
  public Optional<Validation> forCorpus(TextCorpus corpus, Optional<JudgedQueries> judged) {
    TranslationRetrievalValidation validation = new TranslationRetrievalValidation();
    judged.ifPresent(queries -> addJudged(queries, validation));
    for (PairGroup group : corpus.heldOut()) {
      int size = Math.min(group.size(), options.heldOutEach());
      if (size > 0) {
        TranslationPairs pairs =
            new TranslationPairs(
                texts(corpus, group.left(), size), texts(corpus, group.right(), size));
        validation.add("held-out", group.name(), pairs::accuracy);
      }
    }
    options
        .sentences()
        .map(folder -> ValidationSentences.read(folder).firstSentences(options.sentencesEach()))
        .ifPresent(sentences -> addSentences(sentences, validation));
    options.watched().ifPresent(folder -> addMonitored(folder, validation));
    return validation.isEmpty() ? Optional.empty() : Optional.of(validation);
  }

  private void addJudged(JudgedQueries judged, TranslationRetrievalValidation validation) {
    List<JudgedQueries.JudgedQuery> heldOut = judged.heldOutQueries();
    if (!heldOut.isEmpty()) {
      JudgedPassagePool pool =
          new JudgedPassagePool(
              queryEncoder,
              candidateEncoder,
              base,
              judged,
              heldOut.subList(0, Math.min(heldOut.size(), options.judgedQueries())));
      validation.add("judged", "all", pool::meanReciprocalRank);
    }
  }

  /** Adds translation retrieval in each language, and retrieval from a mixed-language pool. */
  private void addSentences(
      ValidationSentences sentences, TranslationRetrievalValidation validation) {
    if (!sentences.translations().isEmpty()) {
      validation.add("sentences", new MultilingualSentences(sentences)::accuracies);
    }
    if (options.passageSentences() > 0) {
      MixedLanguagePool pool =
          new MixedLanguagePool(
              queryEncoder,
              candidateEncoder,
              base,
              sentences,
              options.passageSentences(),
              MIXED_POOL_SEED);
      validation.add("mixed", "all", pool::meanReciprocalRank);
    }
  }

  /**
   * Adds collections that are only monitored. The candidates are the target side, which is English
   * in the files of Tatoeba.
   */
  private void addMonitored(Path folder, TranslationRetrievalValidation validation) {
    String collection = requireNonNull(folder.getFileName(), "folder has no name").toString();
    for (MosesFolder.Entry entry : MosesFolder.open(folder).entries()) {
      List<String> source = new ArrayList<>();
      List<String> target = new ArrayList<>();
      try (Records<SentencePair> pairs = entry.read(OnError.FAIL)) {
        while (pairs.hasNext() && source.size() < options.watchedEach()) {
          SentencePair pair = pairs.next();
          source.add(pair.source());
          target.add(pair.target());
        }
      }
      if (!source.isEmpty()) {
        validation.addMonitored(
            collection, entry.pairName(), new TranslationPairs(target, source)::accuracy);
      }
    }
  }

  private static List<String> texts(TextCorpus corpus, int[] sentences, int size) {
    return IntStream.range(0, size).mapToObj(i -> corpus.text(sentences[i])).toList();
  }

  /** Sentence pairs: the translation of each query must be found among the candidates. */
  private final class TranslationPairs {
    private final List<Encoding> candidates;
    private final List<Encoding> queries;
    private final int[] keys;

    TranslationPairs(List<String> candidates, List<String> queries) {
      this.candidates = candidates.stream().map(base::encodeQuery).toList();
      this.queries = queries.stream().map(base::encodeQuery).toList();
      this.keys = TranslationRetrievalValidation.textKeys(candidates);
    }

    // The scope frees the tensors that are created inside it.
    @SuppressWarnings("try")
    double accuracy() {
      try (PointerScope scope = new PointerScope()) {
        Tensor vectors = candidateEncoder.apply(candidates);
        return TranslationRetrievalValidation.accuracy(queryEncoder.apply(queries), vectors, keys);
      }
    }
  }

  /**
   * English sentences with translations into many languages: they are encoded once for all
   * languages.
   */
  private final class MultilingualSentences {
    private final List<Encoding> english;
    private final int[] keys;
    private final Map<Language, List<Encoding>> others = new LinkedHashMap<>();

    MultilingualSentences(ValidationSentences sentences) {
      this.english = sentences.english().stream().map(base::encodeQuery).toList();
      this.keys = TranslationRetrievalValidation.textKeys(sentences.english());
      sentences
          .translations()
          .forEach(
              (language, texts) ->
                  others.put(language, texts.stream().map(base::encodeQuery).toList()));
    }

    // The scopes free the tensors that are created inside them.
    @SuppressWarnings("try")
    Map<String, Double> accuracies() {
      Map<String, Double> accuracies = new LinkedHashMap<>();
      try (PointerScope scope = new PointerScope()) {
        Tensor candidates = candidateEncoder.apply(english);
        others.forEach(
            (language, queries) -> {
              try (PointerScope inner = new PointerScope()) {
                accuracies.put(
                    language.tag(),
                    TranslationRetrievalValidation.accuracy(
                        queryEncoder.apply(queries), candidates, keys));
              }
            });
      }
      return accuracies;
    }
  }
}
