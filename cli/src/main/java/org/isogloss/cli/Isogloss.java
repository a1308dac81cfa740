package org.isogloss.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isogloss.core.IsoglossException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: {@code isogloss <verb>}. */
@Command(
    name = "isogloss",
    description = "Cross-lingual retrieval: index texts in many languages, search them in any.",
    mixinStandardHelpOptions = true,
    versionProvider = Isogloss.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      IndexCommand.class,
      SearchCommand.class,
      CompareCommand.class,
      EvaluateCommand.class,
      BenchmarkCommand.class,
      EncodeCommand.class,
      TrainCommand.class,
      MatesCommand.class,
      MineCommand.class,
      AlignCommand.class,
      PapersCommand.class,
      ModelCommand.class,
      DataCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it worked",
      "1:it did not; the message on standard error says why and what to do",
      "2:the command line was not understood"
    })
public final class Isogloss {
  /** Held here, as the log manager itself would forget it, and its level with it. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  private Isogloss() {}

  public static void main(String[] args) {
    LUCENE.setLevel(Level.WARNING); // It would tell every user which vector instructions it uses.
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    int code = decoded(err, args) ? run(out, err, args) : CommandLine.ExitCode.USAGE;
    out.flush();
    err.flush();
    System.exit(code);
  }

  private static boolean decoded(PrintStream err, String... args) {
    Optional<String> problem = Arguments.problem(args);
    problem.ifPresent(found -> new Console(err, err, Terminal.of(System.getenv())).error(found));
    return problem.isEmpty();
  }

  /**
   * Runs one command.
   *
   * @param out where results go
   * @param err where messages and progress go
   * @return the exit code
   */
  static int run(PrintStream out, PrintStream err, String... args) {
    Console console = new Console(out, err, Terminal.of(System.getenv()));
    CommandLine commandLine = new CommandLine(new Isogloss(), new CommandFactory(console));
    commandLine.setColorScheme(
        Help.defaultColorScheme(console.terminal().styledOut() ? Ansi.ON : Ansi.OFF));
    commandLine.setOut(console.helpWriter());
    commandLine.setErr(console.errWriter());
    commandLine.setUsageHelpWidth(110);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setAbbreviatedOptionsAllowed(false);
    commandLine.setExecutionExceptionHandler(
        (exception, command, parsed) -> report(console, exception));
    commandLine.setParameterExceptionHandler((mistake, parsed) -> misused(console, mistake));
    return commandLine.execute(args);
  }

  /** Prints what is wrong with a command line, then similar options or the usage, unstyled. */
  private static int misused(Console console, ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    console.error(mistake.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(mistake, console.errWriter())) {
      command.usage(console.errWriter(), Ansi.OFF);
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static int report(Console console, Exception exception) {
    console.endProgress();
    switch (exception) {
      case IsoglossException mistake -> console.error(mistake.getMessage());
      case UncheckedIOException io -> console.error(io.getCause().toString());
      default -> {
        console.error("an error in Isogloss itself; please report it with what follows");
        exception.printStackTrace(console.errWriter());
      }
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "isogloss " + version(), "Java " + Runtime.version() + ", " + System.getProperty("os.name")
      };
    }
  }

  /** The version of Isogloss itself, as Maven stamped it; {@code development} outside a jar. */
  static String version() {
    String version = Isogloss.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Makes commands, handing each the console. */
  private record CommandFactory(Console console) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      try {
        return type.getDeclaredConstructor(Console.class).newInstance(console);
      } catch (NoSuchMethodException e) {
        return CommandLine.defaultFactory().create(type);
      }
    }
  }
}
