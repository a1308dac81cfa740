// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.core.IsoglossException;

/**
 * Turns the failures that the file system reports into messages for the user, which state the
 * problem and the remedy. All code that opens, reads or writes files reports its failures through
 * this class, so that the same problem always has the same wording and no message contains the name
 * of a Java class.
 */
public final class FileErrors {
  private static final String LOOP = "its symbolic links form a loop: correct them";

  private FileErrors() {}

  /**
   * The exception for a file or folder that cannot be read, with a message {@code file: problem}.
   */
  public static IsoglossException cannotRead(Path file, IOException e) {
    return new IsoglossException(file + ": " + readFailure(file, e), e);
  }

  /**
   * The exception for a file or folder that cannot be written, with a message {@code file:
   * problem}.
   */
  public static IsoglossException cannotWrite(Path file, IOException e) {
    return new IsoglossException(file + ": " + writeFailure(file, e), e);
  }

  /**
   * The reason why a file cannot be read, without the name of the file.
   *
   * @param file the file or folder to read
   */
  public static String readFailure(Path file, IOException e) {
    requireNonNull(file, "file is null");
    if (Files.isDirectory(file) && reason(e).equals("is a directory")) {
      return "is a folder, expected a file";
    }
    return switch (e) {
      case NoSuchFileException missing ->
          Files.isSymbolicLink(file)
              ? "is a symbolic link to a file that does not exist"
              : "no such file";
      case AccessDeniedException denied -> "permission denied: ask its owner for read access";
      default -> known(e).orElse("cannot be read: " + original(e));
    };
  }

  /**
   * The reason why a file cannot be written, without the name of the file.
   *
   * @param file the file to write, not a temporary file that is used in its place
   */
  public static String writeFailure(Path file, IOException e) {
    requireNonNull(file, "file is null");
    if (Files.isDirectory(file)) {
      return "is a folder, expected the name of a file to write";
    }
    return switch (e) {
      case NoSuchFileException missing -> missingFolder(file);
      case AccessDeniedException denied -> denied(file);
      case FileAlreadyExistsException exists ->
          exists.getFile() + " is in the way: remove it, or choose another name";
      default -> known(e).orElse("cannot be written: " + original(e));
    };
  }

  /** Describes a failure for which only the exception may name the file. */
  public static String describe(IOException e) {
    if (e instanceof FileSystemException problem && problem.getFile() != null) {
      return problem.getFile()
          + ": "
          + switch (problem) {
            case NoSuchFileException missing -> "no such file or folder";
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException exists -> "already exists";
            default -> known(e).orElse(original(e));
          };
    }
    return known(e).orElse(original(e));
  }

  /** The reason why a text is not a valid file name. */
  public static String describe(InvalidPathException e) {
    boolean encoding = e.getReason().startsWith("Malformed input");
    return "\""
        + e.getInput()
        + "\" is not a valid file name: "
        + (encoding
            ? "the locale cannot represent its characters; use a UTF-8 locale (LC_ALL=C.UTF-8)"
            : e.getReason().toLowerCase(Locale.ROOT));
  }

  /** Whether the other end of a pipe or socket is closed. */
  public static boolean isBrokenPipe(IOException e) {
    String reason = reason(e);
    return reason.contains("broken pipe") || reason.contains("connection reset");
  }

  private static String missingFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null || Files.isDirectory(folder)
        ? "no file can be created in the folder " + folder + ": choose another one"
        : "the folder " + folder + " does not exist: create it first";
  }

  private static String denied(Path file) {
    return Files.exists(file) && !Files.isWritable(file)
        ? "is write-protected: ask its owner for write access, or choose another name"
        : "permission denied in the folder "
            + file.toAbsolutePath().getParent()
            + ": choose another folder, or ask its owner for write access";
  }

  /** The known reasons that are the same for reading and writing. */
  private static Optional<String> known(IOException e) {
    return Optional.ofNullable(
        switch (e) {
          case FileSystemLoopException loop -> LOOP;
          case ClosedByInterruptException interrupted -> "was interrupted";
          default ->
              switch (reason(e)) {
                case "no space left on device" ->
                    "no space left on the device: free some space, or choose another disk";
                case "disk quota exceeded" ->
                    "the disk quota is used up: free some space, or choose another disk";
                case "file too large" ->
                    "would be larger than the system allows: see ulimit -f, or choose another disk";
                case "read-only file system" ->
                    "is on a read-only file system: choose another place";
                case "file name too long" -> "the name is too long: choose a shorter one";
                case "too many open files", "too many open files in system" ->
                    "too many open files: raise the limit, for instance with ulimit -n 65536";
                case "not a directory" -> "a part of its path is a file, expected a folder";
                case "is a directory" -> "is a folder, expected a file";
                case "input/output error" -> "the disk or network drive reports an error: check it";
                case "broken pipe" -> "the program that reads the output has ended";
                case "bad file descriptor" -> "is closed, or not open for this use";
                case "device or resource busy" -> "is in use or a mount point: choose another name";
                default -> reason(e).startsWith("too many levels of symbolic links") ? LOOP : null;
              };
        });
  }

  /** The reason that the operating system reports, in lower case, without file names. */
  private static String reason(IOException e) {
    return original(e).toLowerCase(Locale.ROOT);
  }

  private static String original(IOException e) {
    String message =
        e instanceof FileSystemException problem ? problem.getReason() : e.getMessage();
    return message == null || message.isBlank() ? "unknown error" : message.strip();
  }
}
