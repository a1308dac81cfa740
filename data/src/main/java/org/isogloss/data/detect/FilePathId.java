// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.core.util.IdValidator;

/**
 * The document id of a file: its path relative to a folder, with {@code /} as separator. Blanks,
 * control characters and bytes that are not UTF-8 are percent-encoded as in URLs, and so is a
 * percent sign before two hexadecimal digits, so that different names have different ids.
 */
final class FilePathId {
  private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");

  /** What the JDK shows for a byte of a name that is not UTF-8. */
  private static final char REPLACEMENT = '\ufffd';

  private FilePathId() {}

  /**
   * Returns the id of a file.
   *
   * @param names number of the last names of its path that are relative to the folder
   */
  static String of(Path file, int names) {
    StringBuilder id = new StringBuilder();
    for (int i = file.getNameCount() - names; i < file.getNameCount(); i++) {
      id.append(id.isEmpty() ? "" : "/");
      String name = file.getName(i).toString();
      if (name.indexOf(REPLACEMENT) < 0) {
        append(id, name);
      } else {
        appendBytes(id, bytes(file.getRoot().resolve(file.subpath(0, i + 1))));
      }
    }
    return id.toString();
  }

  private static void append(StringBuilder id, String name) {
    for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
      int codePoint = name.codePointAt(i);
      String character = Character.toString(codePoint);
      if (isEscaped(codePoint) || ESCAPE.matcher(name).region(i, name.length()).lookingAt()) {
        EscapedIds.appendEscaped(id, character.getBytes(StandardCharsets.UTF_8));
      } else {
        id.append(character);
      }
    }
  }

  private static boolean isEscaped(int codePoint) {
    return IdValidator.isForbiddenCharacter(codePoint) || Character.isSpaceChar(codePoint);
  }

  /** The bytes of the last name of an absolute path, which only its URI shows. */
  private static byte[] bytes(Path path) {
    String uri = path.toUri().getRawPath();
    int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
    String name = uri.substring(uri.lastIndexOf('/', end - 1) + 1, end);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) == '%') {
        bytes.write(HexFormat.fromHexDigits(name, i + 1, i + 3));
        i += 2;
      } else {
        bytes.write(name.charAt(i));
      }
    }
    return bytes.toByteArray();
  }

  private static void appendBytes(StringBuilder id, byte[] name) {
    ByteBuffer in = ByteBuffer.wrap(name);
    CharBuffer out = CharBuffer.allocate(name.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError()) {
      append(id, out.flip().toString());
      out.clear();
      byte[] malformed = new byte[result.length()];
      in.get(malformed);
      EscapedIds.appendEscaped(id, malformed);
      result = decoder.decode(in, out, true);
    }
    append(id, out.flip().toString());
  }
}
