package org.isogloss.data;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes the lines of a UTF-8 file, as gzip where its name ends in {@code .gz}. */
final class LineWriter implements Closeable {
  private final Path file;
  private final BufferedWriter out;
  private long line;

  private LineWriter(Path file, BufferedWriter out) {
    this.file = file;
    this.out = out;
  }

  /**
   * Makes a file or empties it.
   *
   * @throws FormatException if it cannot be written
   */
  static LineWriter open(Path file) {
    try {
      OutputStream bytes = Files.newOutputStream(file);
      if (file.toString().endsWith(".gz")) {
        bytes = new GZIPOutputStream(bytes, 1 << 16);
      }
      // An encoder of its own, which refuses broken surrogates where a charset would write "?".
      return new LineWriter(
          file,
          new BufferedWriter(
              new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()), 1 << 16));
    } catch (IOException e) {
      throw new FormatException(file, 0, "cannot be written: " + e);
    }
  }

  void line(String text) {
    try {
      out.write(text);
      out.write('\n');
      line++;
    } catch (IOException e) {
      throw new FormatException(file, line + 1, "cannot be written: " + e);
    }
  }

  /**
   * An id to be written as a column of its own.
   *
   * @throws FormatException if it is empty or holds white space
   */
  String id(String id) {
    if (!Columns.canHold(id)) {
      throw new FormatException(
          file,
          line + 1,
          "\"" + id + "\" cannot be written: an id here is not empty and holds no white space");
    }
    return id;
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new FormatException(file, 0, "cannot be written: " + e);
    }
  }
}
