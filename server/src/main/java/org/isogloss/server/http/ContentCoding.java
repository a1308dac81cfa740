// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * How bodies may be compressed: RFC 9110, section 8.4.1, and RFC 9659. If a client accepts several
 * codings alike, the first one of this list is used.
 */
enum ContentCoding {
  ZSTD("zstd") {
    @Override
    InputStream decoder(InputStream in) throws IOException {
      return new ZstdInputStreamNoFinalizer(in).setLongMax(MAX_WINDOW_LOG);
    }

    @Override
    byte[] encode(byte[] content) {
      return Zstd.compress(content);
    }
  },

  GZIP("gzip") {
    @Override
    InputStream decoder(InputStream in) throws IOException {
      return new GZIPInputStream(in, BUFFER);
    }

    @Override
    byte[] encode(byte[] content) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length / 2);
      try (GZIPOutputStream out = new FastGzip(bytes)) {
        out.write(content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  };

  /** Window of 8 MiB, which RFC 9659 allows: a larger one costs its size for each request. */
  private static final int MAX_WINDOW_LOG = 23;

  private static final int BUFFER = 1 << 13;

  private final String title;

  ContentCoding(String title) {
    this.title = title;
  }

  /** Favours speed: a reply is compressed for one client. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** The name in headers. */
  String title() {
    return title;
  }

  /** Returns the coding with a name; empty if it is another one, or several. */
  static Optional<ContentCoding> named(String name) {
    String plain = name.strip().toLowerCase(Locale.ROOT).replaceFirst("^x-", "");
    return Arrays.stream(values()).filter(coding -> coding.title.equals(plain)).findFirst();
  }

  /**
   * Returns the coding that a client prefers.
   *
   * @param accepted the header {@code Accept-Encoding}, such as {@code gzip;q=0.8, zstd}
   * @return empty if it accepts none of them, or prefers none
   */
  static Optional<ContentCoding> preferred(String accepted) {
    List<String> items = List.of(accepted.split(","));
    return Arrays.stream(values())
        .filter(coding -> coding.weight(items) > 0)
        .max(
            Comparator.<ContentCoding>comparingDouble(coding -> coding.weight(items))
                .thenComparing(Comparator.reverseOrder()));
  }

  private double weight(List<String> items) {
    for (String item : items) {
      String[] parts = item.split(";");
      if (named(parts[0]).filter(this::equals).isPresent()) {
        return Arrays.stream(parts)
            .skip(1)
            .map(String::strip)
            .filter(part -> part.matches("q=[01](\\.\\d{0,3})?"))
            .mapToDouble(part -> Double.parseDouble(part.substring(2)))
            .findFirst()
            .orElse(1);
      }
    }
    return 0;
  }

  /** Returns the content of a compressed stream, which is closed with the result. */
  abstract InputStream decoder(InputStream in) throws IOException;

  /** Compresses content. */
  abstract byte[] encode(byte[] content);
}
