// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.TokenVectors;
import org.isogloss.core.util.LruCache;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TokenVectorStorage;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * Scores passages by late interaction (Khattab and Zaharia, ColBERT, 2020): query and passage are
 * encoded separately into token vectors, and each query token is matched with the most similar
 * passage token,
 *
 * <pre>{@code
 * s(q, p) = u + (sum_i w_i max_j cos(q_i - m(q), p_j - m(p)) / sum_i w_i - u) / c(q, p)
 * }</pre>
 *
 * where {@code w_i} is the importance of a token, {@code m} is the mean vector of the language of a
 * text, {@code c} is the similarity of a sentence in one language and its translation into the
 * other, 1 within a language, and {@code u} is the score of unrelated passages, which does not
 * depend on the languages. Without {@code c}, passages in the query language would always be ranked
 * first. All four are in {@link LateInteractionTables}. Scores are about 0 to 1.2. A model that was
 * trained for late interaction, with a {@link TokenVectorHead}, needs no tables: its score is the
 * mean of the largest cosines.
 *
 * <p>A passage is encoded with its title, and a long passage in windows, of which all tokens are
 * compared. Token vectors of passages have the bits per dimension that the tables state, else
 * {@value #BITS}, or {@value #BITS_OF_SHORT_VECTORS} if the model maps them to few dimensions;
 * those of queries have eight. Recently encoded passages are cached, so that scoring the same
 * passages for many queries costs little more than encoding them once. If the language of a query
 * is undetermined, it is identified.
 */
public final class LateInteractionScorer implements TokenVectorScorer {
  /** Bits per dimension of the token vectors of passages. */
  static final int BITS = 2;

  /** The same for mapped vectors: rounding errors of few dimensions cancel each other less. */
  private static final int BITS_OF_SHORT_VECTORS = 4;

  private static final int MAX_SHORT_DIMENSION = 256;

  /** Size of the passage cache in bytes: about twelve thousand passages. */
  private static final long CACHE_BYTES = 1 << 28;

  private static final int CACHED_QUERIES = 4096;

  /** Number of passages that are encoded before they are compared, which bounds memory use. */
  private static final int WINDOW = 64;

  private final LateInteractionTables tables;
  private final TokenEncoder encoder;
  private final TokenVectorCodec codec;
  private final TokenSimilarity similarity;
  private final Optional<LanguageIdentifier> identifier;
  private final String fingerprint;
  private final Optional<ScoreProbability> probability;
  private final LruCache<PassageText, TokenVectors> passages =
      new LruCache<>(CACHE_BYTES, vectors -> vectors.bytes().length + Long.SIZE);
  private final LruCache<QueryText, QueryTokens> queries = new LruCache<>(CACHED_QUERIES);

  /** The language and the text of a passage, as encoded. */
  private record PassageText(Language language, String text) {
    static PassageText of(Passage passage) {
      return new PassageText(passage.language(), passage.titledText());
    }
  }

  /** The stated language and the text of a query. */
  private record QueryText(Language language, String text) {
    static QueryText of(Query query) {
      return new QueryText(query.language(), query.text());
    }
  }

  private LateInteractionScorer(ModelFolder model, InferenceOptions options) {
    tables =
        LateInteractionTables.find(model)
            .or(() -> neutralTables(model))
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        model.path(),
                        "has no "
                            + LateInteractionTables.FILE
                            + ": fit the late interaction tables of the model first"));
    List<Language> languages = tables.languages().stream().map(Language::of).toList();
    identifier =
        languages.isEmpty()
            ? Optional.empty()
            : Optional.of(LanguageIdentifier.restrictedTo(languages));
    encoder = new TokenEncoder(model, tables.projection(), options);
    boolean isShort =
        model.tokenVectorHead().isPresent() && encoder.dimension() <= MAX_SHORT_DIMENSION;
    TokenVectorStorage storage = tables.storage();
    int bits = storage.bits().orElse(isShort ? BITS_OF_SHORT_VECTORS : BITS);
    codec = new TokenVectorCodec(bits, encoder.dimension(), storage.tokensPerVector());
    similarity = new TokenSimilarity(codec, options.threads());
    probability = model.manifest().probability();
    fingerprint = tables.fingerprint(codec.name() + " " + encoder.fingerprint());
  }

  private static Optional<LateInteractionTables> neutralTables(ModelFolder model) {
    return model
        .tokenVectorHead()
        .map(
            head ->
                LateInteractionTables.neutral(
                    model.vocabularySize(), model.tokenVectorDimension()));
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if it has neither {@link LateInteractionTables} nor a {@link
   *     TokenVectorHead}, its graph does not output the vectors of all tokens, or it is damaged
   */
  public static LateInteractionScorer open(ModelFolder model, InferenceOptions options) {
    return new LateInteractionScorer(model, options);
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public Optional<ScoreProbability> probability() {
    return probability;
  }

  @Override
  public int bytesPerToken() {
    return codec.bytesPerVector();
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    float[] scores = new float[passages.size()];
    for (int from = 0; from < scores.length; from += WINDOW) {
      List<Passage> window = passages.subList(from, Math.min(from + WINDOW, scores.length));
      System.arraycopy(scoreVectors(query, vectors(window)), 0, scores, from, window.size());
    }
    return scores;
  }

  @Override
  public float[] scoreVectors(Query query, List<TokenVectors> passages) {
    QueryTokens tokens = tokens(query);
    float[] scores = similarity.scores(tokens, passages.stream().map(TokenVectors::bytes).toList());
    for (int i = 0; i < scores.length; i++) {
      scores[i] =
          tables.compensation(tokens.language(), passages.get(i).language()).apply(scores[i]);
    }
    return scores;
  }

  @Override
  public float[] scoreParts(Query query, Passage passage, TokenVectors vectors, int[] starts) {
    QueryTokens queryTokens = tokens(query);
    TokenizedText passageTokens = tokens(passage, vectors);
    float[][] cosines = similarity.cosines(queryTokens, vectors.bytes());
    int[] vectorOfToken = codec.vectorOfToken(vectors.bytes());
    float[][] largest = new float[starts.length][queryTokens.size()];
    boolean[] hasTokens = new boolean[starts.length];
    for (float[] part : largest) {
      Arrays.fill(part, Float.NEGATIVE_INFINITY);
    }
    for (int j = 0; j < passageTokens.size(); j++) {
      if (isOfText(passageTokens, j)) {
        int part = partOf(passageTokens, j, starts);
        if (part >= 0) {
          hasTokens[part] = true;
          keepLargest(cosines, vectorOfToken[j], largest[part]);
        }
      } else {
        for (float[] part : largest) {
          keepLargest(cosines, vectorOfToken[j], part);
        }
      }
    }
    LateInteractionTables.Compensation compensation =
        tables.compensation(queryTokens.language(), passage.language());
    float[] scores = new float[starts.length];
    for (int part = 0; part < scores.length; part++) {
      double sum = 0;
      for (int i = 0; i < largest[part].length; i++) {
        sum += queryTokens.weights()[i] * largest[part][i];
      }
      scores[part] = hasTokens[part] ? compensation.apply((float) sum) : Float.NEGATIVE_INFINITY;
    }
    return scores;
  }

  /** Special tokens are part of every text. */
  private static boolean isOfText(TokenizedText tokens, int token) {
    return tokens.starts()[token] < tokens.ends()[token];
  }

  private static void keepLargest(float[][] cosines, int vector, float[] largest) {
    for (int i = 0; i < cosines.length; i++) {
      largest[i] = Math.max(largest[i], cosines[i][vector]);
    }
  }

  /** Returns the part in which a token ends; -1 if it is before the first part. */
  private static int partOf(TokenizedText tokens, int token, int[] starts) {
    int found = Arrays.binarySearch(starts, Math.max(0, tokens.ends()[token] - 1));
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Returns the match of each query token; passage tokens that are not matched are not included. Of
   * the passage tokens that share a vector, the first one is matched.
   */
  @Override
  public List<TokenMatch> matches(Query query, Passage passage) {
    return matches(query, passage, vectors(List.of(passage)).getFirst());
  }

  @Override
  public List<TokenMatch> matches(Query query, Passage passage, TokenVectors vectors) {
    QueryTokens queryTokens = tokens(query);
    TokenizedText passageTokens = tokens(passage, vectors);
    float[][] cosines = similarity.cosines(queryTokens, vectors.bytes());
    int[] vectorOfToken = codec.vectorOfToken(vectors.bytes());
    LateInteractionTables.Compensation compensation =
        tables.compensation(queryTokens.language(), passage.language());
    List<TokenMatch> matches = new ArrayList<>();
    for (int i = 0; i < cosines.length && passageTokens.size() > 0; i++) {
      float[] ofVectors = cosines[i];
      int best = 0;
      for (int j = 1; j < vectorOfToken.length; j++) {
        best = ofVectors[vectorOfToken[j]] > ofVectors[vectorOfToken[best]] ? j : best;
      }
      float largest = ofVectors[vectorOfToken[best]];
      matches.add(
          new TokenMatch(
              queryTokens.starts()[i],
              queryTokens.ends()[i],
              passageTokens.starts()[best],
              passageTokens.ends()[best],
              largest,
              (double) queryTokens.weights()[i] * compensation.apply(largest)));
    }
    return matches;
  }

  private TokenizedText tokens(Passage passage, TokenVectors vectors) {
    TokenizedText tokens = encoder.tokens(passage.titledText(), Role.PASSAGE);
    int stored = codec.tokenCount(vectors.bytes());
    if (stored != tokens.size()) {
      throw new IllegalArgumentException(
          "vectors of " + stored + " tokens, expected " + tokens.size() + " for the passage");
    }
    return tokens;
  }

  @Override
  public List<float[]> encodeQueries(List<Query> texts) {
    return tokens(texts).stream().map(tokens -> tokens.pooled().clone()).toList();
  }

  private QueryTokens tokens(Query query) {
    return tokens(List.of(query)).getFirst();
  }

  private List<QueryTokens> tokens(List<Query> texts) {
    return queries.findOrCompute(texts, QueryText::of, this::encodeTokens);
  }

  private List<QueryTokens> encodeTokens(List<Query> texts) {
    List<TokenEmbeddings> embeddings =
        encoder.encode(texts.stream().map(Query::text).toList(), Role.QUERY);
    List<QueryTokens> encoded = new ArrayList<>(embeddings.size());
    for (int i = 0; i < embeddings.size(); i++) {
      Language language = languageOf(texts.get(i));
      encoded.add(
          QueryTokens.of(
              language,
              embeddings.get(i),
              tables::importance,
              tables.statistics(language).meanVector(),
              codec.paddedHidden()));
    }
    return encoded;
  }

  private Language languageOf(Query query) {
    return identifier
        .filter(any -> query.language().equals(Language.UNDETERMINED))
        .map(identifying -> identifying.identify(query.text()).reliableLanguage())
        .orElse(query.language());
  }

  @Override
  public List<Encoded> encodePassages(List<Passage> texts) {
    List<TokenEmbeddings> embeddings =
        encoder.encode(texts.stream().map(Passage::titledText).toList(), Role.PASSAGE);
    List<Encoded> encoded = new ArrayList<>(embeddings.size());
    for (int i = 0; i < embeddings.size(); i++) {
      Language language = texts.get(i).language();
      byte[] bytes = codec.encode(embeddings.get(i), tables.statistics(language).meanVector());
      encoded.add(
          new Encoded(
              new TokenVectors(language, bytes),
              embeddings.get(i).pooled(),
              embeddings.get(i).weights()));
    }
    return encoded;
  }

  private List<TokenVectors> vectors(List<Passage> texts) {
    return passages.findOrCompute(
        texts,
        PassageText::of,
        missing -> encodePassages(missing).stream().map(Encoded::tokens).toList());
  }

  @Override
  public void close() {
    similarity.close();
    encoder.close();
  }
}
