// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Names the content of a file that is not text in UTF-8: a binary format, or an encoding. */
final class ForeignContent {
  private static final String PARQUET = "Parquet";
  private static final String PDF = "PDF";
  private static final String ZIP = "a ZIP archive, or in a format that is one, such as DOCX";
  private static final String TAR = "a tar archive";

  /** The formats that are read from files, but not from pipes. */
  private static final Set<String> FORMATS_OF_FILES = Set.of(PARQUET, PDF, ZIP, TAR);

  /** The formats by the hexadecimal digits with which their files begin. */
  private static final SequencedMap<String, String> SIGNATURES = new LinkedHashMap<>();

  static {
    SIGNATURES.put("50415231", PARQUET);
    SIGNATURES.put("4152524f5731", "an Arrow file");
    SIGNATURES.put("4f5243", "ORC");
    SIGNATURES.put("4f626a01", "Avro");
    SIGNATURES.put("53514c69746520666f726d6174203300", "an SQLite database");
    SIGNATURES.put("504b0304", ZIP);
    SIGNATURES.put("504b0506", "an empty ZIP archive");
    SIGNATURES.put("377abcaf271c", "a 7z archive");
    SIGNATURES.put("526172211a07", "a RAR archive");
    SIGNATURES.put("1f8b08", "a gzip file inside of a compressed file");
    SIGNATURES.put("04224d18", "an LZ4 file");
    SIGNATURES.put("d0cf11e0a1b11ae1", "a file of Microsoft Office 97 to 2003");
    SIGNATURES.put("25504446", PDF);
    SIGNATURES.put("7b5c727466", "RTF");
    SIGNATURES.put("89504e470d0a1a0a", "a PNG image");
    SIGNATURES.put("ffd8ff", "a JPEG image");
    SIGNATURES.put("474946383", "a GIF image");
    SIGNATURES.put("49492a00", "a TIFF image");
    SIGNATURES.put("4d4d002a", "a TIFF image");
    SIGNATURES.put("894844460d0a1a0a", "HDF5");
    SIGNATURES.put("934e554d5059", "a NumPy array");
    SIGNATURES.put("8004", "a Python pickle");
    SIGNATURES.put("7f454c46", "a program");
    SIGNATURES.put("4d5a9000", "a program");
    SIGNATURES.put("cafebabe", "a Java class");
  }

  /** Beginnings that are text themselves; others count only in files that are not text. */
  private static final List<String> TEXT_SIGNATURES = List.of("%PDF-", "{\\rtf");

  private static final int SIGNATURE_BYTES = 16;
  private static final String TAR_MARK = "ustar";
  private static final int TAR_OFFSET = 257;

  /** The minimum share of letters, digits, punctuation and white space in a text. */
  private static final double MIN_TEXT = 0.95;

  /** The maximum share of control characters in a damaged text. */
  private static final double MAX_CONTROL = 0.1;

  /** The minimum share of ASCII in a text of any language with markup or separators. */
  private static final double MIN_ASCII = 0.05;

  private ForeignContent() {}

  /**
   * Describes the problem of a file that begins with bytes of a binary format or in an encoding
   * with several bytes for each character.
   *
   * @param isPipe whether the bytes come from an input that can be read only once
   * @return what the file is, and the remedy; empty if it may be text in UTF-8, or in an encoding
   *     with a byte for each character
   */
  static Optional<String> describe(byte[] head, boolean isPipe) {
    String beginning = ascii(head, 0, SIGNATURE_BYTES);
    if (isText(head) && TEXT_SIGNATURES.stream().noneMatch(beginning::startsWith)) {
      return Optional.empty();
    }
    return format(head)
        .map(format -> "is " + format + remedy(format, isPipe))
        .or(
            () ->
                encoding(head)
                    .map(
                        encoding ->
                            "is "
                                + encoding
                                + " without a byte order mark, expected UTF-8: convert it with"
                                + " iconv -f "
                                + encoding
                                + " -t UTF-8"));
  }

  private static String remedy(String format, boolean isPipe) {
    if (isPipe && FORMATS_OF_FILES.contains(format)) {
      return ", which cannot be read from a pipe: save it to a file";
    }
    return format.equals(PARQUET)
        ? " in a compressed file: decompress it"
        : ", expected text: export its content as JSONL or CSV";
  }

  /** Whether bytes are UTF-8 with few control characters, which the reader reports. */
  private static boolean isText(byte[] head) {
    return decode(head, StandardCharsets.UTF_8)
        .filter(
            text ->
                text.chars().filter(ForeignContent::isControl).count()
                    <= MAX_CONTROL * text.length())
        .isPresent();
  }

  private static boolean isControl(int c) {
    return Character.getType(c) == Character.CONTROL && !Character.isWhitespace(c);
  }

  private static Optional<String> format(byte[] head) {
    if (ascii(head, TAR_OFFSET, TAR_MARK.length()).equals(TAR_MARK)) {
      return Optional.of(TAR);
    }
    String digits = HexFormat.of().formatHex(head, 0, Math.min(head.length, SIGNATURE_BYTES));
    return SIGNATURES.entrySet().stream()
        .filter(signature -> digits.startsWith(signature.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static String ascii(byte[] head, int from, int length) {
    return from >= head.length
        ? ""
        : new String(head, from, Math.min(length, head.length - from), StandardCharsets.ISO_8859_1);
  }

  /** The encoding as which the bytes are text; of several, the one with most ASCII. */
  private static Optional<String> encoding(byte[] head) {
    String best = "";
    double bestShare = 0;
    for (String encoding : List.of("UTF-32LE", "UTF-32BE", "UTF-16LE", "UTF-16BE")) {
      double share = decode(head, Charset.forName(encoding)).map(ForeignContent::ascii).orElse(0.0);
      if (share > bestShare) {
        best = encoding;
        bestShare = share;
      }
    }
    return bestShare >= MIN_ASCII ? Optional.of(best) : Optional.empty();
  }

  /** Decodes bytes whose end may be the beginning of a character. */
  private static Optional<String> decode(byte[] head, Charset charset) {
    CharBuffer decoded = CharBuffer.allocate(head.length);
    CoderResult result =
        charset.newDecoder().decode(ByteBuffer.wrap(head), decoded, /* endOfInput= */ false);
    return result.isError() ? Optional.empty() : Optional.of(decoded.flip().toString());
  }

  /** The share of ASCII of a text; 0 if it has characters that do not occur in texts. */
  private static double ascii(String text) {
    long length = text.codePoints().count();
    long ordinary = text.codePoints().filter(ForeignContent::isOrdinary).count();
    long ascii = text.codePoints().filter(codePoint -> codePoint < 0x80).count();
    boolean isText = length > 0 && text.indexOf('\0') < 0 && ordinary >= MIN_TEXT * length;
    return isText ? (double) ascii / length : 0;
  }

  private static boolean isOrdinary(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.UNASSIGNED, Character.PRIVATE_USE, Character.SURROGATE -> false;
      case Character.CONTROL -> !isControl(codePoint);
      default -> true;
    };
  }
}
