// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;

/**
 * Joins the pages of the same name from several files. The files are read in parallel, page by
 * page; if their orders differ, a page is kept in memory until its translations have been read.
 */
final class DocumentationPageJoin implements Records.Source<List<Optional<DocumentationPage>>> {
  private final List<DocumentationPageReader> files;
  private final Map<String, List<Optional<DocumentationPage>>> waiting = new LinkedHashMap<>();
  private final Queue<List<Optional<DocumentationPage>>> ready = new ArrayDeque<>();
  private final boolean[] ended;
  private int turn;

  /** Takes ownership of the readers, which are closed with this source. */
  DocumentationPageJoin(List<DocumentationPageReader> files) {
    this.files = List.copyOf(files);
    this.ended = new boolean[files.size()];
  }

  /** The pages of one name, in the order of the files; empty for a file without this page. */
  @Override
  public Optional<List<Optional<DocumentationPage>>> next() throws MalformedRecordException {
    while (ready.isEmpty() && !allEnded()) {
      readOne();
      turn = (turn + 1) % files.size();
    }
    if (ready.isEmpty()) {
      ready.addAll(waiting.values());
      waiting.clear();
    }
    return Optional.ofNullable(ready.poll());
  }

  private boolean allEnded() {
    for (boolean end : ended) {
      if (!end) {
        return false;
      }
    }
    return true;
  }

  private void readOne() throws MalformedRecordException {
    if (ended[turn]) {
      return;
    }
    Optional<DocumentationPage> page = files.get(turn).next();
    if (page.isEmpty()) {
      ended[turn] = true;
      return;
    }
    String name = page.get().name();
    List<Optional<DocumentationPage>> translations =
        waiting.computeIfAbsent(name, missing -> emptyGroup());
    translations.set(turn, page);
    if (translations.stream().allMatch(Optional::isPresent)) {
      waiting.remove(name);
      ready.add(translations);
    }
  }

  private List<Optional<DocumentationPage>> emptyGroup() {
    List<Optional<DocumentationPage>> none = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      none.add(Optional.empty());
    }
    return none;
  }

  @Override
  public FormatException toFormatException(String problem) {
    return files.get(turn).toFormatException(problem);
  }

  @Override
  public double progress() {
    return files.stream().mapToDouble(DocumentationPageReader::progress).average().orElse(1);
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    for (DocumentationPageReader file : files) {
      try {
        file.close();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
