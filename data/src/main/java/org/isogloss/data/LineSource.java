package org.isogloss.data;

/**
 * Records read from the lines of one file; a problem stands in the line read last.
 *
 * @param <T> what a record is
 */
abstract class LineSource<T> implements Records.Source<T> {
  final TextLines lines;

  LineSource(TextLines lines) {
    this.lines = lines;
  }

  @Override
  public FormatException located(String problem) {
    return new FormatException(lines.file(), lines.line(), problem);
  }

  @Override
  public double progress() {
    return lines.progress();
  }

  @Override
  public void close() {
    lines.close();
  }
}
