package org.isogloss.neural.staticencoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.neural.BatchPlan;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.PairGroup;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/** Chooses the pieces of a vocabulary for a corpus, and says what they were in the base's. */
final class VocabularySelection {
  private static final String INSIDE = "##";
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  private final WordCorpus corpus;
  private final Tokenizer base;
  private final WordPieceOptions options;
  private final BatchPlan batches;
  private final VocabularyPlan plan;
  private final PieceTable pieces;
  private final double[] wordWeights;
  private final int[] wordCounts;

  private VocabularySelection(
      WordCorpus corpus,
      Tokenizer base,
      WordPieceOptions options,
      BatchPlan batches,
      VocabularyPlan plan) {
    this.corpus = corpus;
    this.base = base;
    this.options = options;
    this.batches = batches;
    this.plan = plan;
    this.pieces = PieceTable.of(corpus.words(), base);
    this.wordWeights = new double[corpus.words().size()];
    this.wordCounts = new int[corpus.words().size()];
    double[] chances = PairDraws.chances(corpus.training(), batches);
    for (int g = 0; g < chances.length; g++) {
      PairGroup group = corpus.training().get(g);
      for (int i = 0; i < group.size(); i++) {
        count(group.left()[i], chances[g] / group.size());
        count(group.right()[i], chances[g] / group.size());
      }
    }
  }

  /**
   * Chooses.
   *
   * @param base cuts the corpus's words into the base's pieces
   * @param options how {@code base} prepares text
   * @param batches how often training draws each language
   * @return the pieces, special tokens first
   */
  static List<String> choose(
      WordCorpus corpus,
      Tokenizer base,
      WordPieceOptions options,
      BatchPlan batches,
      VocabularyPlan plan) {
    if (plan.pieces() == 0) {
      return IntStream.range(0, base.vocabularySize()).mapToObj(base::token).toList();
    }
    return new VocabularySelection(corpus, base, options, batches, plan).choose();
  }

  /** How often training meets each piece, as shares that sum to 1. */
  static double[] frequencies(WordCorpus corpus, Tokenizer tokenizer, BatchPlan batches) {
    var selection =
        new VocabularySelection(
            corpus, tokenizer, WordPieceOptions.CASED, batches, new VocabularyPlan(0, 1, 0));
    double[] weights = selection.pieceWeights();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }

  private void count(int sentence, double weight) {
    for (int i = corpus.starts()[sentence]; i < corpus.starts()[sentence + 1]; i++) {
      wordWeights[corpus.tokens()[i]] += weight;
      wordCounts[corpus.tokens()[i]]++;
    }
  }

  private List<String> choose() {
    Set<String> chosen = new LinkedHashSet<>(SPECIAL);
    List<String> candidates = new ArrayList<>(SPECIAL);
    for (int id = 0; id < base.vocabularySize(); id++) {
      String piece = base.token(id);
      if (isUseful(piece)) {
        candidates.add(piece);
        if (isCharacter(piece)) {
          chosen.add(piece);
        }
      }
    }
    candidates.addAll(learned());
    // Those that training never meets come last, in the order that they have in the base.
    Tokenizer rich = WordPieceTokenizer.of(candidates, options);
    double[] weights = new VocabularySelection(corpus, rich, options, batches, plan).pieceWeights();
    IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(id -> -weights[id]))
        .map(candidates::get)
        .takeWhile(piece -> chosen.size() < plan.pieces())
        .forEach(chosen::add);
    return new ArrayList<>(chosen).subList(0, Math.min(plan.pieces(), chosen.size()));
  }

  private List<String> learned() {
    int unknown = base.id("[UNK]").orElse(-1);
    int[][] words = new int[wordWeights.length][];
    for (int word = 0; word < words.length; word++) {
      words[word] = new int[pieces.count(word)];
      for (int p = 0; p < words[word].length; p++) {
        words[word][p] = pieces.piece(word, p);
      }
      if (words[word].length > 0 && words[word][0] == unknown) {
        words[word] = new int[0];
      }
    }
    return PieceMerges.learn(
        IntStream.range(0, base.vocabularySize()).mapToObj(base::token).toList(),
        words,
        wordWeights,
        wordCounts,
        plan.learned(),
        plan.minCount());
  }

  private double[] pieceWeights() {
    double[] weights = new double[base.vocabularySize()];
    for (int word = 0; word < wordWeights.length; word++) {
      for (int p = 0; p < pieces.count(word); p++) {
        weights[pieces.piece(word, p)] += wordWeights[word];
      }
    }
    return weights;
  }

  /**
   * The first words of a list, most frequent first, that can become pieces: of two letters or more,
   * all of which the corpus has, and not pieces yet. Chinese ones are left out, as text is cut
   * between their characters.
   *
   * @param base whose pieces are not chosen again
   * @param count how many at most
   */
  static List<String> words(List<String> words, WordCorpus corpus, Tokenizer base, int count) {
    BitSet letters = new BitSet();
    corpus.words().forEach(word -> word.codePoints().forEach(letters::set));
    return words.stream()
        .distinct()
        .filter(word -> word.codePointCount(0, word.length()) > 1)
        .filter(word -> base.id(word).isEmpty())
        .filter(
            word ->
                word.codePoints()
                    .allMatch(
                        c ->
                            Character.isLetter(c) && !Character.isIdeographic(c) && letters.get(c)))
        .limit(count)
        .toList();
  }

  private static boolean isCharacter(String piece) {
    String bare = isInside(piece) ? piece.substring(INSIDE.length()) : piece;
    return bare.codePointCount(0, bare.length()) == 1 && isUseful(piece);
  }

  /** Whether a tokenizer can meet it: a Chinese character always is a word of its own. */
  private static boolean isUseful(String piece) {
    boolean special = piece.length() > 2 && piece.startsWith("[") && piece.endsWith("]");
    boolean ideograph =
        isInside(piece) && Character.isIdeographic(piece.codePointAt(INSIDE.length()));
    return !special && !ideograph;
  }

  private static boolean isInside(String piece) {
    return piece.startsWith(INSIDE) && piece.length() > INSIDE.length();
  }
}
