// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.Validation;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.corpus.TextCorpusFixtures;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.judgement.JudgedDataOptions;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.ranker.RankerValidationOptions;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class BiEncoderValidationTest {
  private static final int EACH = 12;

  @TempDir Path folder;

  /** Writes and returns English, with a duplicate sentence, and two other languages. */
  private Map<String, List<String>> sentences() throws IOException {
    List<String> english = new ArrayList<>();
    List<String> german = new ArrayList<>();
    for (String line : CorpusFixtures.pairs().subList(0, EACH - 1)) {
      String[] pair = line.split("\t", -1);
      english.add(pair[0]);
      german.add(pair[1]);
    }
    english.add(english.getFirst());
    german.add(german.getFirst());
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("eng", english);
    all.put("deu", german);
    all.put("fra", english.stream().map(text -> text.substring(0, text.length() / 2)).toList());
    for (var language : all.entrySet()) {
      CorpusFixtures.write(
          folder.resolve("in/" + language.getKey() + ".txt.gz"), language.getValue());
    }
    return all;
  }

  private PretrainedModel base() {
    PretrainedModelOptions model =
        new PretrainedModelOptions(
            SampleTransformer.BERT_ENCODER.copyInto(folder),
            0,
            Optional.empty(),
            Optional.of("q: "),
            Optional.empty(),
            64,
            0,
            PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
            PretrainedModelOptions.FrozenPart.NOTHING,
            0,
            PretrainedModelOptions.WordGradient.SPARSE);
    return PretrainedModel.open(model, new ComputeOptions("cpu", false));
  }

  @Test
  void encodesTheSharedSideOnceAndMeasuresEachLanguage() throws IOException {
    Map<String, List<String>> texts = sentences();
    RankerValidationOptions options =
        new RankerValidationOptions(
            Optional.of(folder.resolve("in")), EACH, 0, 100, Optional.empty(), 200, 200);
    try (PretrainedModel base = base();
        TextCorpus empty = TextCorpusFixtures.corpus(folder.resolve("empty"), sink -> {})) {
      base.transformer().setTraining(false);
      BiEncoder encoder =
          new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, 5);
      List<Integer> encoded = new ArrayList<>();
      Validation validation =
          new BiEncoderValidation(
                  options,
                  base,
                  batch -> {
                    encoded.add(batch.size());
                    return encoder.vectors(batch);
                  })
              .forCorpus(empty)
              .orElseThrow();
      Validation.Outcome first = validation.validate();
      assertThat(encoded).as("English, German, French").containsExactly(EACH, EACH, EACH);
      double german = naive(encoder, base, texts.get("deu"), texts.get("eng"));
      double french = naive(encoder, base, texts.get("fra"), texts.get("eng"));
      Map<String, Double> expected = new HashMap<>();
      expected.put("sentences/de", german);
      expected.put("sentences/fr", french);
      expected.put("sentences", (german + french) / 2);
      assertThat(first.details()).isEqualTo(expected);
      assertThat(first.score()).isEqualTo((german + french) / 2);
      assertThat(french)
          .as("a truncated sentence is similar to the full one")
          .isGreaterThan(german);
      base.transformer().parameters().getFirst().values().detach().mul_(Tensors.scalar(-1));
      validation.validate();
      assertThat(encoded).as("encoded again, because the model has changed").hasSize(6);
    }
  }

  @Test
  void ranksTheRelevantPassagesAmongAllJudgedOnes() throws IOException {
    List<String> words = List.of("the", "house", "is", "old", "##s", "a");
    Random random = new Random(5);
    Supplier<String> text =
        () ->
            random
                .ints(3 + random.nextInt(6), 0, words.size())
                .mapToObj(words::get)
                .collect(Collectors.joining(" "));
    StringBuilder lines = new StringBuilder();
    List<String> queries = new ArrayList<>();
    List<Map<String, Integer>> grades = new ArrayList<>();
    Set<String> pool = new LinkedHashSet<>();
    int limit = 7;
    for (int i = 0; i < limit + 2; i++) {
      String query = i + " " + text.get();
      Map<String, Integer> passages = new LinkedHashMap<>();
      for (int j = 0; j < 4; j++) {
        passages.put(i + " " + j + " " + text.get(), j < 2 ? 2 - j : 0);
      }
      if (i > 0) {
        // A passage of another query, which this one judges otherwise.
        passages.put(grades.getLast().keySet().iterator().next(), 0);
      }
      queries.add(query);
      grades.add(passages);
      if (i < limit) {
        pool.addAll(passages.keySet());
      }
      lines.append("{\"query\": \"").append(query).append("\", \"passages\": [");
      lines.append(
          passages.entrySet().stream()
              .map(e -> "{\"text\": \"" + e.getKey() + "\", \"grade\": " + e.getValue() + "}")
              .collect(Collectors.joining(", ")));
      lines.append("]}\n");
    }
    Path file = Files.writeString(folder.resolve("held-out.jsonl"), lines);
    Path training =
        Files.writeString(
            folder.resolve("training.jsonl"),
            "{\"query\": \"x\", \"passages\": [{\"text\": \"y\", \"grade\": 1}]}\n");
    JudgedDataOptions data =
        new JudgedDataOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(training),
            Optional.empty(),
            0,
            Optional.of(file));
    RankerValidationOptions options =
        new RankerValidationOptions(Optional.empty(), EACH, 0, 100, Optional.empty(), 200, limit);
    try (PretrainedModel base = base();
        TextCorpus empty = TextCorpusFixtures.corpus(folder.resolve("empty"), sink -> {});
        JudgedQueries judged = JudgedQueries.read(data, folder.resolve("judged"))) {
      base.transformer().setTraining(false);
      BiEncoder encoder =
          new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, 5);
      Validation.Outcome outcome =
          new BiEncoderValidation(options, base, encoder::vectors)
              .forCorpus(empty, Optional.of(judged))
              .orElseThrow()
              .validate();
      double sum = 0;
      for (int i = 0; i < limit; i++) {
        float[] query = vector(encoder, base.encodeQuery(queries.get(i)));
        double best = Double.NEGATIVE_INFINITY;
        List<Double> others = new ArrayList<>();
        for (String passage : pool) {
          double cosine = cosine(query, vector(encoder, base.encodePassage(passage)));
          if (grades.get(i).getOrDefault(passage, 0) > 0) {
            best = Math.max(best, cosine);
          } else {
            others.add(cosine);
          }
        }
        double relevant = best;
        sum += 1.0 / (1 + others.stream().filter(other -> other >= relevant).count());
      }
      assertThat(outcome.score()).isCloseTo(sum / limit, within(1e-6)).isBetween(0.05, 0.95);
      assertThat(outcome.details()).containsOnlyKeys("judged", "judged/all");
    }
  }

  private static double cosine(float[] a, float[] b) {
    double product = 0;
    for (int d = 0; d < a.length; d++) {
      product += (double) a[d] * b[d];
    }
    return product;
  }

  /** Computes the accuracy by encoding one text at a time. */
  private static double naive(
      BiEncoder encoder, PretrainedModel base, List<String> queries, List<String> candidates) {
    int correct = 0;
    for (int i = 0; i < queries.size(); i++) {
      float[] query = vector(encoder, base.encodeQuery(queries.get(i)));
      int best = -1;
      double highest = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < candidates.size(); j++) {
        float[] candidate = vector(encoder, base.encodeQuery(candidates.get(j)));
        double cosine = cosine(query, candidate);
        if (cosine > highest) {
          highest = cosine;
          best = j;
        }
      }
      correct += candidates.get(best).equals(candidates.get(i)) ? 1 : 0;
    }
    return (double) correct / queries.size();
  }

  private static float[] vector(BiEncoder encoder, Encoding text) {
    try (Tensor vector = encoder.vectors(List.of(text))) {
      return Tensors.toArray(vector);
    }
  }
}
