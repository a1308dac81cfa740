package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LruCacheTest {
  private final LruCache<String, String> last = new LruCache<>(10, String::length);

  @Test
  void whatWasPutIsFound() {
    last.put("city", "Wien");
    assertThat(last.find("city")).contains("Wien");
    assertThat(last.find("river")).isEmpty();
    assertThat(last.totalSize()).isEqualTo(4);
  }

  @Test
  void whatWasNotAskedForLongestIsForgotten() {
    last.put("first", "12345");
    last.put("second", "123");
    assertThat(last.find("first")).isPresent();
    last.put("third", "1234");
    assertThat(last.find("second")).isEmpty();
    assertThat(last.find("first")).isPresent();
    assertThat(last.totalSize()).isEqualTo(9);
  }

  @Test
  void whatIsPutAgainIsHeldOnce() {
    last.put("a", "12345");
    last.put("a", "12");
    assertThat(last.find("a")).contains("12");
    assertThat(last.totalSize()).isEqualTo(2);
  }

  @Test
  void whatIsLargerThanAllThatIsRememberedIsNot() {
    last.put("small", "1");
    last.put("large", "12345678901");
    assertThat(last.find("large")).isEmpty();
    assertThat(last.find("small")).isPresent();
  }
}
