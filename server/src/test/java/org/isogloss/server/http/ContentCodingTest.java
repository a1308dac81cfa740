// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ContentCodingTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gzip                       | GZIP
          X-GZIP                     | GZIP
          gzip, deflate, br, zstd    | ZSTD
          gzip;q=0.8, zstd;q=0.5     | GZIP
          zstd;q=0, gzip;q=0.001     | GZIP
          gzip ; q=1.0 , zstd        | ZSTD
          deflate, br                |
          gzip;q=0                   |
          *                          |
          identity                   |
          ''                         |
          """)
  void findsTheCodingThatAClientPrefers(String accepted, ContentCoding expected) {
    assertThat(ContentCoding.preferred(accepted).orElse(null)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void decodesWhatItEncodes(ContentCoding coding) throws IOException {
    byte[] text = "Die Katze schläft. ".repeat(1000).getBytes(StandardCharsets.UTF_8);
    byte[] encoded = coding.encode(text);
    assertThat(encoded).hasSizeLessThan(text.length / 20);
    try (InputStream in = coding.decoder(new ByteArrayInputStream(encoded))) {
      assertThat(in.readAllBytes()).isEqualTo(text);
    }
  }

  @Test
  void knowsNoListOfCodings() {
    assertThat(ContentCoding.named("gzip, zstd")).isEmpty();
    assertThat(ContentCoding.named("br")).isEmpty();
  }
}
