// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZInputStream;

/** The formats of compressed files, which are recognised by their first bytes. */
enum Compression {
  NONE("no compression"),
  GZIP("gzip"),
  ZSTANDARD("Zstandard"),
  XZ("xz"),
  BZIP2("bzip2");

  /** Number of bytes that {@link #of} needs. */
  static final int HEAD = 10;

  /** Limit of the memory that a file can demand; {@code xz -9} needs 65 MiB. */
  private static final int XZ_MEMORY_KIB = 100 << 10;

  private static final String REMEDY = "; the lines before this one are valid: get a complete copy";

  private final String title;

  Compression(String title) {
    this.title = title;
  }

  /** The compression of a file that begins with these bytes. */
  static Compression of(byte[] head) {
    String hex = HexFormat.of().formatHex(head);
    if (hex.startsWith("1f8b")) {
      return GZIP;
    }
    if (hex.startsWith("28b52ffd")) {
      return ZSTANDARD;
    }
    if (hex.startsWith("fd377a585a00")) {
      return XZ;
    }
    // A text may begin with "BZh9", but not with the first six digits of pi too; those of its
    // square root are the end of an empty file.
    return hex.matches("425a683[1-9](314159265359|177245385090)") ? BZIP2 : NONE;
  }

  /**
   * Decompresses a stream, with all streams that are concatenated in it.
   *
   * @param in a stream at the first byte of the file; closed with the result
   * @throws IOException if the header is damaged
   */
  InputStream decompress(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new StrictGzipInputStream(in);
      case ZSTANDARD -> zstandard(in);
      case XZ -> new XZInputStream(in, XZ_MEMORY_KIB);
      case BZIP2 -> new BZip2CompressorInputStream(in, /* decompressConcatenated= */ true);
    };
  }

  private static InputStream zstandard(InputStream in) throws IOException {
    try {
      return new ZstdInputStreamNoFinalizer(in);
    } catch (LinkageError e) {
      throw new LibraryException(e);
    }
  }

  /** The native library of zstd-jni, which is unpacked for each process, cannot be loaded. */
  private static final class LibraryException extends IOException {
    private static final long serialVersionUID = 1L;

    LibraryException(LinkageError cause) {
      super("its native library cannot be loaded", cause);
    }
  }

  /** Describes an exception of the decompressing stream. */
  String describe(Exception e) {
    String problem =
        switch (e) {
          case LibraryException library ->
              " cannot be decompressed, because a native library cannot be loaded: the folder for"
                  + " temporary files "
                  + System.getProperty("java.io.tmpdir")
                  + " must exist, have space and allow programs to be run";
          case EOFException eof -> " is truncated" + REMEDY;
          case MemoryLimitException limit ->
              " needs "
                  + limit.getMemoryNeeded() / 1024
                  + " MiB of memory to be decompressed, expected at most "
                  + XZ_MEMORY_KIB / 1024
                  + ": compress it again with a smaller dictionary";
          case ZipException zip -> " is damaged (" + zip.getMessage() + ")" + REMEDY;
          default -> " is truncated or damaged (" + e.getMessage() + ")" + REMEDY;
        };
    return "the " + title + " file" + problem;
  }
}
