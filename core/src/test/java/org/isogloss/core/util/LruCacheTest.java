// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class LruCacheTest {
  private final LruCache<String, String> cache = new LruCache<>(10, String::length);

  @Test
  void findsCachedValue() {
    cache.put("city", "Wien");
    assertThat(cache.find("city")).contains("Wien");
    assertThat(cache.find("river")).isEmpty();
    assertThat(cache.totalSize()).isEqualTo(4);
  }

  @Test
  void evictsLeastRecentlyUsed() {
    cache.put("first", "12345");
    cache.put("second", "123");
    assertThat(cache.find("first")).isPresent();
    cache.put("third", "1234");
    assertThat(cache.find("second")).isEmpty();
    assertThat(cache.find("first")).isPresent();
    assertThat(cache.totalSize()).isEqualTo(9);
  }

  @Test
  void replacesValue() {
    cache.put("a", "12345");
    cache.put("a", "12");
    assertThat(cache.find("a")).contains("12");
    assertThat(cache.totalSize()).isEqualTo(2);
  }

  @Test
  void computesMissingValuesTogether() {
    cache.put("b", "cached");
    List<List<String>> computed = new ArrayList<>();
    List<String> values =
        cache.findOrCompute(
            List.of("A", "B", "C", "A", "long"),
            item -> item.toLowerCase(Locale.ROOT),
            missing -> {
              computed.add(missing);
              return missing.stream().map(item -> item.repeat(item.length() * 3)).toList();
            });
    assertThat(values).containsExactly("AAA", "cached", "CCC", "AAA", "long".repeat(12));
    assertThat(computed).containsExactly(List.of("A", "C", "long"));
    assertThat(cache.find("c")).contains("CCC");
    assertThat(cache.find("long")).as("larger than the cache").isEmpty();
  }

  @Test
  void doesNotCacheOversizedValue() {
    cache.put("small", "1");
    cache.put("large", "12345678901");
    assertThat(cache.find("large")).isEmpty();
    assertThat(cache.find("small")).isPresent();
  }

  @Test
  void countsValuesThatHaveNoSize() {
    LruCache<String, String> two = new LruCache<>(2);
    two.put("a", "12345");
    two.put("b", "12345");
    two.put("c", "12345");
    assertThat(two.find("a")).isEmpty();
    assertThat(two.totalSize()).isEqualTo(2);
  }
}
