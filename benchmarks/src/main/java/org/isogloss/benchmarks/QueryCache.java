package org.isogloss.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;

/** Encodes every query once, however often it is asked. */
final class QueryCache implements Encoder {
  private final Encoder encoder;
  private final Map<String, float[]> vectors = new ConcurrentHashMap<>();

  QueryCache(Encoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public int dimension() {
    return encoder.dimension();
  }

  @Override
  public String fingerprint() {
    return encoder.fingerprint();
  }

  @Override
  public float[][] encode(List<String> texts, Role role) {
    if (role != Role.QUERY) {
      return encoder.encode(texts, role);
    }
    Set<String> unknown = new LinkedHashSet<>(texts);
    unknown.removeAll(vectors.keySet());
    if (!unknown.isEmpty()) {
      List<String> asked = new ArrayList<>(unknown);
      float[][] found = encoder.encode(asked, role);
      for (int i = 0; i < found.length; i++) {
        vectors.put(asked.get(i), found[i]);
      }
    }
    return texts.stream().map(text -> vectors.get(text).clone()).toArray(float[][]::new);
  }

  /** Leaves the encoder open: it is its owner's. */
  @Override
  public void close() {
    vectors.clear();
  }
}
