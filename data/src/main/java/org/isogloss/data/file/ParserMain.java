// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;

/**
 * The program of a {@link ParserProcess}: parses one document after another until its standard
 * input ends. It ends with its parent process, even while it is parsing.
 */
public final class ParserMain {
  /** What the process answers. */
  enum Answer {
    READY,
    CONTENT,
    MALFORMED,
    UNREADABLE
  }

  private ParserMain() {}

  /** Runs the program, which has no arguments. */
  public static void main(String[] args) throws IOException {
    var unused = ProcessHandle.current().parent().map(ParserMain::endWith);
    try (DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream answers =
            new DataOutputStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)))) {
      answers.writeUTF(Answer.READY.name());
      answers.flush();
      // What a library prints must neither get between the answers nor fill a pipe that is not
      // read.
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      System.setOut(nowhere);
      System.setErr(nowhere);
      while (true) {
        answer(requests, answers);
        answers.flush();
      }
    } catch (EOFException e) {
      // The parent process needs no more.
    }
  }

  private static CompletableFuture<Void> endWith(ProcessHandle parent) {
    return parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
  }

  private static void answer(DataInputStream requests, DataOutputStream answers)
      throws IOException {
    DocumentFile.Kind kind = DocumentFile.Kind.valueOf(requests.readUTF());
    Path path = Path.of(URI.create(FileContentCodec.readText(requests)));
    String language = requests.readUTF();
    try {
      FileContent content =
          new DocumentFile(path, kind, "")
              .parse(
                  language.isEmpty() ? Optional.empty() : Optional.of(Language.of(language)),
                  ParsingBudget.FULL);
      answers.writeUTF(Answer.CONTENT.name());
      FileContentCodec.write(content, answers);
    } catch (MalformedRecordException e) {
      answers.writeUTF(Answer.MALFORMED.name());
      FileContentCodec.writeText(e.getMessage(), answers);
    } catch (FormatException e) {
      answers.writeUTF(Answer.UNREADABLE.name());
      answers.writeLong(e.line());
      FileContentCodec.writeText(e.problem(), answers);
    }
  }
}
