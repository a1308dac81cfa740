// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.lexical.WordTokenizer;

/**
 * The words of each line of several files, one file after the other. Batches of lines are tokenized
 * in parallel.
 */
final class TokenizedTexts implements Iterator<List<String>>, AutoCloseable {
  private static final int BATCH = 1 << 12;

  private final Deque<Path> files;
  private final WordTokenizer tokenizer;
  private final OnError onError;
  private final SkippedRecordReporter skipped;
  private final ProgressBar progress;
  private Optional<Records<String>> open = Optional.empty();
  private Iterator<List<String>> batch = List.<List<String>>of().iterator();
  private long lines;

  TokenizedTexts(
      List<Path> files,
      WordTokenizer tokenizer,
      OnError onError,
      SkippedRecordReporter skipped,
      ProgressBar progress) {
    this.files = new ArrayDeque<>(files);
    this.tokenizer = tokenizer;
    this.onError = onError;
    this.skipped = skipped;
    this.progress = progress;
  }

  @Override
  public boolean hasNext() {
    while (!batch.hasNext()) {
      if (open.isEmpty()) {
        if (files.isEmpty()) {
          return false;
        }
        open = Optional.of(PlainTextLines.read(files.getFirst(), onError).onSkipped(skipped));
      }
      Records<String> records = open.orElseThrow();
      batch = tokenize(records);
      progress.update(lines, 0);
      if (!batch.hasNext()) {
        skipped.print(files.removeFirst(), records);
        close();
      }
    }
    return true;
  }

  @Override
  public List<String> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return batch.next();
  }

  private Iterator<List<String>> tokenize(Records<String> records) {
    List<String> texts = new ArrayList<>(BATCH);
    while (texts.size() < BATCH && records.hasNext()) {
      texts.add(records.next());
    }
    lines += texts.size();
    return texts.parallelStream().map(tokenizer::words).toList().iterator();
  }

  /** Closes the file that is being read. */
  @Override
  public void close() {
    open.ifPresent(Records::close);
    open = Optional.empty();
  }
}
