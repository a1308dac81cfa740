// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.benchmarks.collection.MateTestSetReader;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.SystemMeasurements;

/** Measures systems on the six test sets: the average precision of each source sentence. */
final class BiclaEvaluation {
  /** Figure of a trained system: seconds that the scoring of all test sets took. */
  static final String SECONDS = "seconds";

  private final Map<BiclaPairName, MateTestSet> tests = new EnumMap<>(BiclaPairName.class);
  private final PaperListener listener;
  private final SequencedMap<String, MateSystem> untrained = new LinkedHashMap<>();
  private final Map<String, Map<BiclaPairName, MateRanking>> rankings = new HashMap<>();

  /**
   * Reads the test sets.
   *
   * @throws IsoglossException if one is missing
   */
  BiclaEvaluation(ExperimentRunner runner) {
    this.listener = runner.listener();
    Path benchmarks = runner.options().data().resolve("benchmarks");
    int maxPairs = runner.sizes().count("test-pairs");
    List<MateTestSet> all = MateTestSetReader.europarl(benchmarks);
    for (BiclaPairName pair : BiclaPairName.values()) {
      MateTestSet test =
          all.stream()
              .filter(one -> one.languages().equals(pair.languages()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          benchmarks.resolve("europarl-mates")
                              + ": has no test set "
                              + pair.key()
                              + ": expected files "
                              + pair.key()
                              + ".XX, line-aligned"));
      List<SentencePair> pairs = test.pairs();
      tests.put(
          pair,
          new MateTestSet(
              test.name(),
              test.languages(),
              pairs.subList(0, Math.min(maxPairs, pairs.size())),
              true));
    }
  }

  /** Adds a system that is not trained; its ranks are computed when they are needed. */
  void add(String name, MateSystem system) {
    untrained.put(name, system);
  }

  /** Returns the names of the systems that are not trained, in order. */
  List<String> untrained() {
    return List.copyOf(untrained.keySet());
  }

  Map<BiclaPairName, MateTestSet> tests() {
    return tests;
  }

  /** Returns the words of a language in the test sets. */
  Set<String> words(Language language) {
    Set<String> words = new HashSet<>();
    WordTokenizer tokenizer = WordTokenizer.forLanguage(language);
    for (MateTestSet test : tests.values()) {
      for (SentencePair pair : test.pairs()) {
        if (pair.sourceLanguage().equals(language)) {
          words.addAll(tokenizer.words(pair.source()));
        }
        if (pair.targetLanguage().equals(language)) {
          words.addAll(tokenizer.words(pair.target()));
        }
      }
    }
    return words;
  }

  private MateRanking ranking(String system, BiclaPairName test) {
    return rankings
        .computeIfAbsent(system, key -> new EnumMap<>(BiclaPairName.class))
        .computeIfAbsent(
            test,
            pair -> {
              listener.messageReported("scoring " + pair.label() + " with " + system);
              return MateRanking.of(untrained.get(system).scores(tests.get(pair)));
            });
  }

  /** Measures a system that is not trained. */
  SystemMeasurements measureUntrained(String system) {
    SystemMeasurements.Builder measured = SystemMeasurements.builder();
    long start = System.nanoTime();
    for (BiclaPairName pair : BiclaPairName.values()) {
      measured.values(system, pair.label(), ranking(system, pair).averagePrecisions());
    }
    return measured.figure(SECONDS, system, (System.nanoTime() - start) / 1e9).build();
  }

  /**
   * Measures BiCLA, trained on a pair: alone and with AGG on all test sets, and in all ensembles on
   * the test set of its own pair.
   *
   * @param ensembles further ensembles on the test set of the pair
   */
  SystemMeasurements measureBicla(
      BiclaPairName trainedOn, MateSystem system, List<BiclaEnsemble> ensembles) {
    SystemMeasurements.Builder measured = SystemMeasurements.builder();
    double seconds = 0;
    for (BiclaPairName pair : BiclaPairName.values()) {
      listener.messageReported(
          "scoring " + pair.label() + " with BiCLA trained on " + trainedOn.label());
      long start = System.nanoTime();
      MateRanking ranking = MateRanking.of(system.scores(tests.get(pair)));
      seconds += (System.nanoTime() - start) / 1e9;
      measured.values(BiclaEnsemble.BICLA, pair.label(), ranking.averagePrecisions());
      for (BiclaEnsemble ensemble : ensembles) {
        if (pair == trainedOn || ensemble.equals(BiclaEnsemble.TRANSFER)) {
          Map<String, MateRanking> parts = new HashMap<>();
          for (String name : ensemble.systems()) {
            parts.put(name, name.equals(BiclaEnsemble.BICLA) ? ranking : ranking(name, pair));
          }
          measured.values(
              ensemble.label(), pair.label(), ensemble.interpolate(parts).averagePrecisions());
        }
      }
    }
    return measured.figure(SECONDS, BiclaEnsemble.BICLA, seconds).build();
  }

  /** Measures a trained system on the test set of its own pair. */
  SystemMeasurements measureOwn(String name, BiclaPairName pair, MateSystem system) {
    listener.messageReported("scoring " + pair.label() + " with " + name);
    MateRanking ranking = MateRanking.of(system.scores(tests.get(pair)));
    return SystemMeasurements.builder()
        .values(name, pair.label(), ranking.averagePrecisions())
        .build();
  }
}
