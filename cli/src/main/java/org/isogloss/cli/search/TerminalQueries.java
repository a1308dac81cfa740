// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.api.Completion;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.NativeLibraryCache;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Buffer;
import org.jline.reader.Candidate;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;

/**
 * The queries that a user types at a terminal, with history and completion. The number of a hit
 * shows it; the arrow down on an empty line types the number of the next hit.
 */
final class TerminalQueries implements QuerySource {
  private static final String PROMPT = "search> ";
  private static final String NEXT_HIT = "isogloss-next-hit";
  private static final String PREVIOUS_HIT = "isogloss-previous-hit";

  private final Terminal terminal;
  private final LineReader reader;
  private int hits;

  /**
   * Opens the terminal of the process.
   *
   * @param completions returns the completions of what was typed
   */
  TerminalQueries(Function<String, List<Completion>> completions) {
    this(open(), history(), completions);
  }

  /**
   * Uses a terminal.
   *
   * @param history the file in which queries are kept
   */
  TerminalQueries(
      Terminal terminal, Optional<Path> history, Function<String, List<Completion>> completions) {
    this.terminal = terminal;
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("isogloss")
            .history(new Queries())
            .variable(LineReader.HISTORY_IGNORE, "") // has the history ask whether to keep a line
            .parser((line, cursor, context) -> new WholeLine(line, cursor))
            .completer(
                (reader, line, candidates) ->
                    completions.apply(line.word()).stream()
                        .map(Completion::text)
                        .map(text -> new Candidate(text, text, null, null, null, null, true))
                        .forEach(candidates::add))
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .build();
    history.ifPresent(file -> reader.setVariable(LineReader.HISTORY_FILE, file));
    bindArrows();
  }

  private static Terminal open() {
    try {
      return TerminalBuilder.builder().system(true).dumb(true).build();
    } catch (IOException e) {
      throw FileErrors.cannotRead(Path.of("terminal"), e);
    }
  }

  /** Returns the file of the history; empty if its folder cannot be written. */
  private static Optional<Path> history() {
    Path folder = NativeLibraryCache.folder().getParent();
    try {
      Files.createDirectories(folder);
      return Files.isWritable(folder) ? Optional.of(folder.resolve("history")) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void bindArrows() {
    reader.getWidgets().put(NEXT_HIT, () -> move(1, LineReader.DOWN_LINE_OR_HISTORY));
    reader.getWidgets().put(PREVIOUS_HIT, () -> move(-1, LineReader.UP_LINE_OR_HISTORY));
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    bind(keys, NEXT_HIT, Capability.key_down, "\033[B", "\033OB");
    bind(keys, PREVIOUS_HIT, Capability.key_up, "\033[A", "\033OA");
  }

  private void bind(KeyMap<Binding> keys, String widget, Capability key, String... sequences) {
    Reference reference = new Reference(widget);
    Optional.ofNullable(KeyMap.key(terminal, key)).ifPresent(known -> keys.bind(reference, known));
    keys.bind(reference, sequences);
  }

  /** Types the number of another hit, if the line is empty or such a number. */
  private boolean move(int step, String otherwise) {
    Buffer line = reader.getBuffer();
    int current = line.length() == 0 ? 0 : rank(line.toString()).orElse(-1);
    int next = current + step;
    if (current < 0 || hits == 0 || next < 0 || (current == 0 && step < 0)) {
      reader.callWidget(otherwise);
      return true;
    }
    line.clear();
    if (next > 0) {
      line.write(String.valueOf(Math.min(next, hits)));
    }
    return true;
  }

  /** Returns the rank of the hit that a line names; empty if it is a query. */
  private Optional<Integer> rank(String line) {
    return line.strip().matches("[1-9]\\d{0,5}") && Integer.parseInt(line.strip()) <= hits
        ? Optional.of(Integer.parseInt(line.strip()))
        : Optional.empty();
  }

  @Override
  public Optional<Line> next() {
    while (true) {
      try {
        String line = reader.readLine(PROMPT);
        if (!line.isBlank()) {
          return Optional.of(
              rank(line).<Line>map(HitLine::new).orElseGet(() -> new QueryLine(line)));
        }
      } catch (UserInterruptException e) {
        // Ctrl+C discards the line, as in a shell.
      } catch (EndOfFileException e) {
        return Optional.empty();
      }
    }
  }

  @Override
  public void show(int found) {
    hits = found;
  }

  @Override
  public void close() {
    try {
      terminal.close();
    } catch (IOException e) {
      // The terminal is gone, with the user.
    }
  }

  /** The history, without numbers of hits. */
  private final class Queries extends DefaultHistory {
    @Override
    protected boolean matchPatterns(String patterns, String line) {
      return rank(line).isPresent();
    }
  }

  /** A line that is completed as a whole, up to the cursor. */
  private record WholeLine(String line, int cursor) implements CompletingParsedLine {
    @Override
    public String word() {
      return line.substring(0, cursor);
    }

    @Override
    public int wordCursor() {
      return cursor;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return cursor;
    }

    @Override
    public int rawWordLength() {
      return line.length();
    }

    @Override
    public List<String> words() {
      return List.of(line);
    }
  }
}
