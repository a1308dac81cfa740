// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static java.util.Objects.requireNonNull;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isogloss.cli.collection.CollectionCommand;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.FailureReporter;
import org.isogloss.cli.console.IsoglossVersion;
import org.isogloss.cli.console.Terminal;
import org.isogloss.cli.corpus.AlignCommand;
import org.isogloss.cli.corpus.ConcordanceCommand;
import org.isogloss.cli.corpus.DataCommand;
import org.isogloss.cli.corpus.EncodeCommand;
import org.isogloss.cli.corpus.MatesCommand;
import org.isogloss.cli.corpus.MineCommand;
import org.isogloss.cli.corpus.TranslateCommand;
import org.isogloss.cli.doctor.DoctorCommand;
import org.isogloss.cli.evaluation.BenchmarkCommand;
import org.isogloss.cli.evaluation.BleuCommand;
import org.isogloss.cli.evaluation.EvaluateCommand;
import org.isogloss.cli.evaluation.PapersCommand;
import org.isogloss.cli.help.CompletionCommand;
import org.isogloss.cli.help.Examples;
import org.isogloss.cli.help.HelpCommand;
import org.isogloss.cli.help.ShareCommand;
import org.isogloss.cli.init.InitCommand;
import org.isogloss.cli.map.MapCommand;
import org.isogloss.cli.model.ModelCommand;
import org.isogloss.cli.option.CommandNames;
import org.isogloss.cli.option.ProjectFile;
import org.isogloss.cli.plan.PlanCommand;
import org.isogloss.cli.search.CompareCommand;
import org.isogloss.cli.search.DemoCommand;
import org.isogloss.cli.search.IndexCommand;
import org.isogloss.cli.search.RunCommand;
import org.isogloss.cli.search.SearchCommand;
import org.isogloss.cli.server.McpCommand;
import org.isogloss.cli.server.QueriesCommand;
import org.isogloss.cli.server.ServeCommand;
import org.isogloss.cli.task.AnswerCommand;
import org.isogloss.cli.task.ClassifyCommand;
import org.isogloss.cli.task.TagCommand;
import org.isogloss.cli.training.TrainCommand;
import org.isogloss.cli.vector.VectorsCommand;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: {@code isogloss <verb>}. */
@Command(
    name = "isogloss",
    description = "Cross-lingual retrieval: index texts in many languages, search them in any.",
    mixinStandardHelpOptions = true,
    versionProvider = IsoglossVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failure; the message on standard error states the reason and the remedy",
      "2:invalid command line",
      "141:the program that reads standard output has ended, such as head"
    })
public final class Isogloss {
  // Referenced here because the log manager would forget the loggers and their levels.
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");
  private static final Logger LUCENE_VECTORIZATION =
      Logger.getLogger("org.apache.lucene.internal.vectorization");
  private static final Logger HELIDON = Logger.getLogger("io.helidon");

  /** Names of the commands, in the order of the help. */
  static final List<String> COMMANDS = CommandNames.ALL;

  /** The commands that need the model of all other commands. */
  private static final Set<String> DESCRIPTIONS = Set.of("completion", "help", "share");

  private Isogloss() {}

  public static void main(String[] args) {
    LUCENE.setLevel(Level.WARNING); // It reports the vector instructions that it uses.
    LUCENE_VECTORIZATION.setLevel(Level.SEVERE); // The launcher chooses between start and speed.
    HELIDON.setLevel(Level.WARNING); // The server says itself where it listens.
    // Without the PrintStreams of System, which hide every failure.
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    System.exit(decoded(err, args) ? run(out, err, args) : CommandLine.ExitCode.USAGE);
  }

  private static boolean decoded(OutputStream err, String... args) {
    Optional<String> problem = ArgumentDecoding.findProblem(args);
    problem.ifPresent(found -> new Console(err, err, Terminal.of(System.getenv())).error(found));
    return problem.isEmpty();
  }

  /**
   * Runs one command.
   *
   * @param out receives results
   * @param err receives messages and progress
   * @return the exit code
   */
  static int run(OutputStream out, OutputStream err, String... args) {
    Console console = new Console(out, err, Terminal.of(System.getenv()));
    String[] arguments = FormerCommandLine.update(console, args);
    FailureReporter failures = new FailureReporter(console);
    if (arguments.length > 0 && !FullArchive.hasCommand(arguments[0])) {
      return failures.report(FullArchive.missingCommand(arguments[0]));
    }
    Optional<String> unknown =
        UnknownCommand.problem(COMMANDS, List.copyOf(DESCRIPTIONS), arguments);
    if (unknown.isPresent()) {
      console.error(unknown.get());
      return CommandLine.ExitCode.USAGE;
    }
    CommandLine commandLine = commandLine(console, arguments);
    Examples.addTo(commandLine);
    commandLine.setColorScheme(
        Help.defaultColorScheme(console.terminal().supportsOutputStyles() ? Ansi.ON : Ansi.OFF));
    commandLine.setOut(console.helpWriter());
    commandLine.setErr(console.errWriter());
    commandLine.setUsageHelpWidth(110);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setAbbreviatedOptionsAllowed(false);
    commandLine.registerConverter(Path.class, name -> console.fileArgument(path(name)));
    commandLine.setExecutionExceptionHandler(
        (exception, command, parsed) -> failures.report(exception));
    commandLine.setParameterExceptionHandler(
        (error, parsed) ->
            error instanceof MissingParameterException missing
                ? executeCompleted(commandLine, missing, console, failures)
                : reportUsageError(console, error));
    commandLine.setExecutionStrategy(parsed -> execute(commandLine, console, failures));
    try {
      int code = commandLine.execute(arguments);
      if (code == CommandLine.ExitCode.OK) {
        console.requireResultsWritten(); // Picocli prints the help, which may have failed.
      }
      return code;
    } catch (IsoglossException | Error failure) {
      return failures.report(FullArchive.explained(failure));
    }
  }

  /** Executes what was parsed, with options from the file of the folder. */
  private static int execute(CommandLine commandLine, Console console, FailureReporter failures) {
    try {
      takeOptions(called(commandLine.getParseResult()), console);
    } catch (IsoglossException e) {
      return failures.report(e);
    }
    return new RunLast().execute(commandLine.getParseResult());
  }

  /** Executes a command line without its required options, if the file of the folder has them. */
  private static int executeCompleted(
      CommandLine commandLine,
      MissingParameterException error,
      Console console,
      FailureReporter failures) {
    try {
      if (takeOptions(error.getCommandLine(), console)) {
        return new RunLast().execute(commandLine.getParseResult());
      }
      return reportUsageError(console, error);
    } catch (MissingParameterException stillMissing) {
      return reportUsageError(console, stillMissing);
    } catch (IsoglossException e) {
      return failures.report(e);
    } catch (CommandLine.ExecutionException e) {
      return failures.report(requireNonNull(e.getCause(), "a failure of a command has a cause"));
    }
  }

  private static CommandLine called(ParseResult parsed) {
    return parsed.hasSubcommand() && !parsed.isUsageHelpRequested()
        ? called(parsed.subcommand())
        : parsed.commandSpec().commandLine();
  }

  /**
   * Takes options of a command from the file of the folder, and prints them.
   *
   * @return whether there were any
   */
  private static boolean takeOptions(CommandLine called, Console console) {
    List<String> taken =
        ProjectFile.ofWorkingFolder().map(file -> file.apply(called)).orElse(List.of());
    if (!taken.isEmpty()) {
      console.note(ProjectFile.NAME + ": " + String.join("; ", taken));
    }
    return !taken.isEmpty();
  }

  /**
   * Returns the command line with the called command only; without one, with the description of
   * every command. Picocli examines all options of every added command, which takes longer than
   * printing the help.
   */
  static CommandLine commandLine(Console console, String... args) {
    CommandFactory factory = new CommandFactory(console);
    CommandLine commandLine = new CommandLine(new Isogloss(), factory);
    List<String> commands = COMMANDS.stream().filter(FullArchive::hasCommand).toList();
    if (args.length > 0 && DESCRIPTIONS.contains(args[0])) {
      commands.forEach(name -> commandLine.addSubcommand(new CommandLine(command(name), factory)));
      return commandLine.addSubcommand(ShareCommand.class);
    }
    if (args.length > 0 && COMMANDS.contains(args[0])) {
      return commandLine.addSubcommand(new CommandLine(command(args[0]), factory));
    }
    for (String name : commands) {
      CommandSpec summary = CommandSpec.create();
      Command annotation = requireNonNull(command(name).getAnnotation(Command.class), name);
      summary.usageMessage().description(annotation.description());
      commandLine.addSubcommand(name, summary);
    }
    return commandLine;
  }

  /** The class of a command. */
  static Class<?> command(String name) {
    return switch (name) {
      case "demo" -> DemoCommand.class;
      case "init" -> InitCommand.class;
      case "index" -> IndexCommand.class;
      case "search" -> SearchCommand.class;
      case "run" -> RunCommand.class;
      case "compare" -> CompareCommand.class;
      case "plan" -> PlanCommand.class;
      case "serve" -> ServeCommand.class;
      case "queries" -> QueriesCommand.class;
      case "mcp" -> McpCommand.class;
      case "evaluate" -> EvaluateCommand.class;
      case "bleu" -> BleuCommand.class;
      case "benchmark" -> BenchmarkCommand.class;
      case "classify" -> ClassifyCommand.class;
      case "tag" -> TagCommand.class;
      case "answer" -> AnswerCommand.class;
      case "encode" -> EncodeCommand.class;
      case "translate" -> TranslateCommand.class;
      case "map" -> MapCommand.class;
      case "train" -> TrainCommand.class;
      case "mates" -> MatesCommand.class;
      case "mine" -> MineCommand.class;
      case "align" -> AlignCommand.class;
      case "concordance" -> ConcordanceCommand.class;
      case "vectors" -> VectorsCommand.class;
      case "papers" -> PapersCommand.class;
      case "model" -> ModelCommand.class;
      case "collection" -> CollectionCommand.class;
      case "data" -> DataCommand.class;
      case "doctor" -> DoctorCommand.class;
      case "completion" -> CompletionCommand.class;
      case "help" -> HelpCommand.class;
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }

  /** Prints the error of a command line, then similar options or the usage, unstyled. */
  private static int reportUsageError(Console console, ParameterException error) {
    CommandLine command = error.getCommandLine();
    console.error(error.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(error, console.errWriter())) {
      command.usage(console.errWriter(), Ansi.OFF);
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(FileErrors.describe(e));
    }
  }

  /** Creates commands and passes the console to each. */
  private record CommandFactory(Console console) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      try {
        Constructor<K> constructor = type.getDeclaredConstructor(Console.class);
        constructor.setAccessible(true);
        return constructor.newInstance(console);
      } catch (NoSuchMethodException e) {
        return CommandLine.defaultFactory().create(type);
      }
    }
  }
}
