// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.TokenVectors;

/**
 * A test scorer by late interaction: the tokens are words, and their vectors those of {@link
 * TrigramEncoder}, which is also the encoder of the pooled vectors.
 */
public final class WordVectorScorer implements TokenVectorScorer {
  private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);

  private final TrigramEncoder encoder;
  private final Optional<SparseEncoder> sparse;
  private final AtomicInteger encodedPassages = new AtomicInteger();
  private volatile boolean closed;

  public WordVectorScorer(int dimension) {
    this(dimension, Optional.empty());
  }

  /** Creates a scorer whose pass over a passage also yields the weights of its terms. */
  public WordVectorScorer(int dimension, Optional<SparseEncoder> sparse) {
    encoder = new TrigramEncoder(dimension);
    this.sparse = sparse;
  }

  /** Number of passages that have been encoded. */
  public int encodedPassages() {
    return encodedPassages.get();
  }

  @Override
  public String fingerprint() {
    return "ab" + encoder.fingerprint();
  }

  @Override
  public int bytesPerToken() {
    return encoder.dimension() * Float.BYTES;
  }

  @Override
  public List<Encoded> encodePassages(List<Passage> passages) {
    encodedPassages.addAndGet(passages.size());
    return passages.stream()
        .map(
            passage ->
                new Encoded(
                    new TokenVectors(passage.language(), vectors(passage.titledText())),
                    encode(passage.titledText(), Role.PASSAGE),
                    sparse.map(
                        weights ->
                            weights
                                .encode(List.of(passage.titledText()), Role.PASSAGE)
                                .getFirst())))
        .toList();
  }

  @Override
  public List<float[]> encodeQueries(List<Query> queries) {
    return queries.stream().map(query -> encode(query.text(), Role.QUERY)).toList();
  }

  private float[] encode(String text, Role role) {
    if (closed) {
      throw new IllegalStateException("the scorer is closed");
    }
    return encoder.encode(List.of(text), role)[0];
  }

  private static List<MatchResult> words(String text) {
    return WORD.matcher(text).results().toList();
  }

  private byte[] vectors(String text) {
    List<MatchResult> words = words(text);
    ByteBuffer bytes = ByteBuffer.allocate(words.size() * bytesPerToken());
    for (MatchResult word : words) {
      for (float value : encode(word.group(), Role.PASSAGE)) {
        bytes.putFloat(value);
      }
    }
    return bytes.array();
  }

  /** The cosines of each query word with each word of a passage. */
  private double[][] cosines(Query query, byte[] stored) {
    if (stored.length % bytesPerToken() != 0) {
      throw new IllegalArgumentException("expected a multiple of " + bytesPerToken());
    }
    FloatBuffer values = ByteBuffer.wrap(stored).asFloatBuffer();
    Map<String, double[]> rows = new HashMap<>();
    return words(query.text()).stream()
        .map(word -> rows.computeIfAbsent(word.group(), text -> cosines(text, values)))
        .toArray(double[][]::new);
  }

  private double[] cosines(String word, FloatBuffer values) {
    float[] vector = encode(word, Role.QUERY);
    double[] cosines = new double[values.limit() / vector.length];
    for (int j = 0; j < cosines.length; j++) {
      for (int d = 0; d < vector.length; d++) {
        cosines[j] += vector[d] * values.get(j * vector.length + d);
      }
    }
    return cosines;
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    return scoreVectors(query, encodePassages(passages).stream().map(Encoded::tokens).toList());
  }

  @Override
  public float[] scoreVectors(Query query, List<TokenVectors> passages) {
    float[] scores = new float[passages.size()];
    for (int i = 0; i < scores.length; i++) {
      double[][] cosines = cosines(query, passages.get(i).bytes());
      for (double[] row : cosines) {
        scores[i] += (float) (Arrays.stream(row).max().orElse(0) / cosines.length);
      }
    }
    return scores;
  }

  @Override
  public float[] scoreParts(Query query, Passage passage, TokenVectors vectors, int[] starts) {
    double[][] cosines = cosines(query, vectors.bytes());
    List<MatchResult> words = words(passage.titledText());
    float[] scores = new float[starts.length];
    for (int part = 0; part < starts.length; part++) {
      int start = starts[part];
      int end = part + 1 < starts.length ? starts[part + 1] : Integer.MAX_VALUE;
      int[] inside =
          IntStream.range(0, words.size())
              .filter(j -> words.get(j).start() >= start && words.get(j).start() < end)
              .toArray();
      scores[part] = inside.length == 0 ? Float.NEGATIVE_INFINITY : 0;
      for (double[] row : cosines) {
        scores[part] +=
            (float)
                (Arrays.stream(inside).mapToDouble(j -> row[j]).max().orElse(0) / cosines.length);
      }
    }
    return scores;
  }

  @Override
  public List<TokenMatch> matches(Query query, Passage passage) {
    return matches(
        query, passage, new TokenVectors(Language.UNDETERMINED, vectors(passage.titledText())));
  }

  @Override
  public List<TokenMatch> matches(Query query, Passage passage, TokenVectors vectors) {
    double[][] cosines = cosines(query, vectors.bytes());
    List<MatchResult> asked = words(query.text());
    List<MatchResult> found = words(passage.titledText());
    List<TokenMatch> matches = new ArrayList<>();
    for (int i = 0; i < cosines.length && !found.isEmpty(); i++) {
      int best = 0;
      for (int j = 1; j < cosines[i].length; j++) {
        best = cosines[i][j] > cosines[i][best] ? j : best;
      }
      matches.add(
          new TokenMatch(
              asked.get(i).start(),
              asked.get(i).end(),
              found.get(best).start(),
              found.get(best).end(),
              cosines[i][best],
              cosines[i][best] / cosines.length));
    }
    return matches;
  }

  @Override
  public void close() {
    closed = true;
  }
}
