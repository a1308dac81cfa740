package org.isogloss.papers.clirbert;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.papers.JudgedFile;
import org.isogloss.papers.WorkFolder;
import org.isogloss.runtime.rerank.PriorCorrection;

/** What is trained on, and what classification is tested on. */
final class ClirData {
  /** Two negative examples for each positive one (section 3). */
  static final int TRAINING_NEGATIVES = 2;

  /** As many negative examples as positive ones (section 3). */
  static final int TEST_NEGATIVES = 1;

  /** What is left to chance, each by a seed of its own. */
  enum Chance {
    SPLIT(0),
    WORDS(1),
    PHRASES(2),
    TEST(3),
    DOCUMENTS(4),
    QUERIES(5);

    private final int number;

    Chance(int number) {
      this.number = number;
    }

    Random of(long seed) {
      return new Random(PairSampler.mixSeeds(seed, number));
    }
  }

  private final ClirOptions options;
  private final ClirSizes sizes;
  private final WorkFolder work;
  private final ClirBitext bitext;
  private final WeakSupervision words;

  ClirData(ClirOptions options, ClirSizes sizes) {
    this.options = options;
    this.sizes = sizes;
    this.work = new WorkFolder(options.common());
    this.bitext =
        ClirBitext.read(
            options.common().data(),
            options.foreign(),
            sizes.bitext(),
            sizes.heldOut(),
            random(Chance.SPLIT));
    this.words =
        WeakSupervision.words(
            Stream.concat(bitext.training().stream(), bitext.test().stream()).toList());
  }

  private Random random(Chance chance) {
    return chance.of(options.common().seed());
  }

  /** The sentences. */
  ClirBitext bitext() {
    return bitext;
  }

  private List<ClirSentence> sentences() {
    return bitext.training().stream()
        .filter(sentence -> sentence.foreign().length() <= sizes.longest())
        .toList();
  }

  private WeakSupervision weakPhrases() {
    return WeakSupervision.phrases(bitext.training());
  }

  /** Single words with sentences, to train on. */
  List<Occurrence> words() {
    return training(words, Chance.WORDS);
  }

  /** How often each word is a positive example of {@link #words}. */
  Map<String, Integer> timesTrained() {
    return words().stream()
        .filter(Occurrence::occurs)
        .collect(Collectors.toMap(Occurrence::query, one -> 1, Integer::sum));
  }

  /** Noun phrases with sentences, at most as many as words. */
  List<Occurrence> phrases() {
    return training(weakPhrases(), Chance.PHRASES);
  }

  private List<Occurrence> training(WeakSupervision weak, Chance chance) {
    return weak.draw(
        sentences(), sizes.often(), sizes.positives(), TRAINING_NEGATIVES, random(chance));
  }

  /** For probabilities of words that were learned of {@link #words}. */
  PriorCorrection wordCorrection() {
    return words.correction(sentences(), sizes.often(), TRAINING_NEGATIVES);
  }

  /** For probabilities of noun phrases that were learned of {@link #phrases}. */
  PriorCorrection phraseCorrection() {
    return weakPhrases().correction(sentences(), sizes.often(), TRAINING_NEGATIVES);
  }

  /** Single words with sentences that nothing was trained on. */
  List<Occurrence> test() {
    return words.draw(bitext.test(), 0, sizes.tested(), TEST_NEGATIVES, random(Chance.TEST));
  }

  /** For probabilities of words that were learned of {@link #test}. */
  PriorCorrection testCorrection() {
    return words.correction(bitext.test(), 0, TEST_NEGATIVES);
  }

  /** Documents and queries. */
  ClirCollection collection() {
    return ClirCollection.read(
        options.common().data(),
        options.foreign(),
        sizes,
        random(Chance.DOCUMENTS),
        random(Chance.QUERIES));
  }

  /** How much there is, for the tables' notes. */
  String told() {
    return bitext.training().size()
        + " pairs to train on, "
        + bitext.test().size()
        + " held out; "
        + words.vocabulary().size()
        + " English words";
  }

  /** {@link #words} as a file that a recipe reads. */
  Path wordFile() {
    Path file = work.data("words.jsonl");
    if (!Files.exists(file)) {
      JudgedFile.write(file, words().stream().map(Occurrence::example));
    }
    return file;
  }
}
